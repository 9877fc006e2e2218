"""The parameter sets of the core: Small, Medium and Large BOOM v3.

Sources: *RTL* read in the generated RTL; *measured* found with micro-benchmarks on the RTL
(docs/platforms/boom_timing.md); *fitted* chosen within what was measured, because several
measured numbers depend on it; *assumed* nothing measured depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CoreParameters:
    """What the model of the core is told; times are cycles."""

    width: int  # RTL: instructions decoded, renamed and committed a cycle
    banks: int  # RTL: banks of 8 bytes that are fetched a cycle
    rob: int  # RTL: entries of the reorder buffer
    memory_queue: int  # RTL: entries of the issue queues
    integer_queue: int
    float_queue: int
    integer_free: int  # measured: renamed integer results in flight
    float_free: int  # RTL: as integer_free, by the same difference to the registers there are
    load_queue: int  # RTL
    store_queue: int  # RTL
    branches: int  # RTL: branches in flight
    fetch_buffer: int  # RTL
    fetch_targets: int  # RTL: packets in flight
    cache_ways: int  # RTL: 64 sets of 64-byte lines, both caches
    mshrs: int  # RTL
    alu_ports: int  # RTL: one bit for each integer port
    jump_port: int  # RTL: the port that has the unit
    multiply_port: int
    divide_port: int
    convert_port: int
    front: int  # fitted: from the fetch of a packet to its dispatch
    flush: int  # measured: from the commit of a CSR access to the next fetch
    unique: int  # fitted: from the last commit to the dispatch of one that runs alone
    atomic: int  # measured: from dispatch to commit of an AMO
    reserve: int  # measured: of lr
    conditional: int  # measured: of sc
    fence: int  # measured
    fence_i: int  # measured: from dispatch to the next fetch, beyond the memory's latency
    miss: int  # measured: load-to-use of a miss beyond the memory's latency
    write_back: int  # fitted: how much longer an MSHR is held when a dirty line leaves
    instruction_miss: int  # measured: a line of code beyond the memory's latency
    latency: int = 20  # of the memory: request to first beat


SMALL = CoreParameters(
    width=1,
    banks=1,
    rob=32,
    memory_queue=8,
    integer_queue=8,
    float_queue=8,
    integer_free=24,
    float_free=20,
    load_queue=8,
    store_queue=8,
    branches=8,
    fetch_buffer=8,
    fetch_targets=16,
    cache_ways=4,
    mshrs=2,
    alu_ports=0b1,
    jump_port=0,
    multiply_port=0,
    divide_port=0,
    convert_port=0,
    front=6,
    flush=3,
    unique=4,
    atomic=10,
    reserve=9,
    conditional=10,
    fence=4,
    fence_i=9,
    miss=17,
    write_back=12,
    instruction_miss=10,
)
MEDIUM = CoreParameters(
    width=2,
    banks=1,
    rob=64,
    memory_queue=12,
    integer_queue=20,
    float_queue=16,
    integer_free=52,
    float_free=36,
    load_queue=16,
    store_queue=16,
    branches=12,
    fetch_buffer=16,
    fetch_targets=32,
    cache_ways=4,
    mshrs=2,
    alu_ports=0b11,
    jump_port=0,
    multiply_port=0,
    divide_port=1,
    convert_port=0,
    front=6,
    flush=1,
    unique=4,
    atomic=10,
    reserve=9,
    conditional=10,
    fence=4,
    fence_i=7,
    miss=15,
    write_back=12,
    instruction_miss=10,
)
LARGE = CoreParameters(
    width=3,
    banks=2,
    rob=96,
    memory_queue=16,
    integer_queue=32,
    float_queue=24,
    integer_free=72,
    float_free=68,
    load_queue=24,
    store_queue=24,
    branches=16,
    fetch_buffer=24,
    fetch_targets=32,
    cache_ways=8,
    mshrs=4,
    alu_ports=0b111,
    jump_port=0,
    multiply_port=2,
    divide_port=0,
    convert_port=1,
    front=7,
    flush=1,
    unique=2,
    atomic=13,
    reserve=12,
    conditional=11,
    fence=7,
    fence_i=17,
    miss=15,
    write_back=12,
    instruction_miss=10,
)
PARAMETERS = {"small": SMALL, "medium": MEDIUM, "large": LARGE}
