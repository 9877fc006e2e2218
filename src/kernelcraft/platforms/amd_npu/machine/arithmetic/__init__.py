"""What AIE2's vector instructions compute: C routines beside numpy oracles.

All of them work on one byte array, `lanes`: vectors and accumulators are little-endian elements at
byte offsets into it. Every source is read before the result is written, and a result overlaps no
source. Where a register selects what happens, a routine gives 0, or REFUSED for a selection that
the public sources do not settle: the machine faults on it, so that no kernel wins on an unknown.
"""
