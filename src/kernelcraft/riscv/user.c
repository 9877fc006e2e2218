/* Where operations of two lengths lie; user.py says what each function gives. */
static inline int64_t address_at(const int64_t *places, int64_t operation)
{
    return places[operation];
}

static inline int64_t operation_at(const int64_t *entries, int64_t count, int64_t offset)
{
    if (offset < 0 || offset >= 2 * count || (offset & 1)) return -1;
    return entries[offset >> 1];
}
