/* The tables come from csrs.py, which writes them before this file. */
static inline int64_t csr_slot(int64_t number) { return csr_slots[number]; }
static inline int64_t csr_mask(int64_t slot) { return csr_masks[slot]; }
