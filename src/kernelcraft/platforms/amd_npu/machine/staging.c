/* Small work of the machine itself: bytes between memory and lanes, widths of registers. */
static void copy_bytes(uint8_t *to, int64_t at, const uint8_t *source, int64_t start, int64_t count)
{
  memcpy(to + at, source + start, count);
}

static int64_t narrowed(int64_t code, int64_t value)
{
  return value & ((INT64_C(1) << scalar_widths[code]) - 1);
}
