/* Parallel table lookup; lookup.py explains the addresses. */
#include "lane_types.h"

int64_t lookup_address(const uint8_t *lanes, int64_t a, int64_t lane, int64_t bits)
{
    uint32_t address;
    memcpy(&address, lanes + a + 4 * lane, sizeof address);
    const int64_t inside = (address & 31) / 2 & -(bits / 8);
    return (address & 0xFFFE0) | (lane & 1) << 4 | inside;
}

void lookup_entry(uint8_t *lanes, const uint8_t *memory, int64_t dst, int64_t slot, int64_t start,
                  int64_t bits)
{
    uint8_t entry[8];
    memset(entry, 0xA5, sizeof entry);
    memcpy(entry, memory + start, (size_t)(bits / 8));
    memcpy(lanes + dst + 8 * slot, entry, sizeof entry);
}
