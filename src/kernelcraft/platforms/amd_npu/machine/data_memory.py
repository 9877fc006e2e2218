"""The data memory that an AIE2 core reaches: its own, the neighbours', their banks and ports.

Memory is simulated four stages early: what a load or `vst` does at stage 5 happens with its bundle,
after the loads of the same bundle, and what happens at stage 7 two bundles later (`AT_STAGE_7`).
"""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.core_registers import GRANULE, CoreRegisters
from kernelcraft.platforms.amd_npu.machine.staging import copy_bytes
from kernelcraft.sim.machine import Memory, Scalar

MEMORY_START, MEMORY_END = 0x40000, 0x80000  # S, W, N and own, 64 KB each
OWN_MEMORY = 0x70000
AT_STAGE_7 = 3  # of `late`: memory is simulated four stages early


class DataMemory(CoreRegisters):
    """256 KB in 16 logical banks."""

    memory = Memory("uint8", lambda p: MEMORY_END - MEMORY_START, "data memory")
    banks = Scalar(32)  # taken in this cycle: two physical banks for each logical one
    collided = Scalar(8)
    stored = Scalar(8)

    def access(self, address: int, size: int) -> int:
        """Take the banks of `size` bytes at `address`; gives the index into `memory`."""
        address = address & 0xFFFFF
        self.check(
            (address >= MEMORY_START) & (address < MEMORY_END),
            "address {address:#x} is in no data memory, which reaches from 0x40000 to 0x7ffff",
            address=address,
        )
        self.check(
            address % size == 0,
            "address {address:#x} is no multiple of {size}",
            address=address,
            size=size,
        )
        pair = (address >> 14 & 15) * 2
        taken = 3 << pair if size == GRANULE else 1 << (pair + (address >> 4 & 1))
        collision = (self.banks & taken) != 0
        self.check(
            collision & self.collided == 0, "three accesses collide in a memory bank in one cycle"
        )
        self.collided = self.collided | collision
        self.banks = self.banks | taken
        return address - MEMORY_START

    def load(self, address: int, size: int) -> int:
        """The unsigned number of 1, 2 or 4 bytes at `address`."""
        return self.word(self.memory.reads(self.access(address, size), size), size)

    def word(self, index: int, size: int) -> int:
        """The unsigned number of `size` bytes at an index of `memory`."""
        value = self.memory[index]
        for byte in range(1, size):
            value = value | self.memory[index + byte] << (8 * byte)
        return value

    def load_lanes(self, address: int, size: int) -> int:
        """16 or 32 bytes at `address`, copied to `granules`: a byte offset."""
        index = self.memory.reads(self.access(address, size), size)
        offset = self.result(1)
        copy_bytes(self.granules.array, offset, self.memory.array, index, size)
        return offset

    def store(self, address: int, value: int, size: int) -> None:
        """Let the low 1, 2 or 4 bytes of `value` be at `address`."""
        index = self.memory.writes(self.storing(address, size), size)
        for byte in range(size):
            self.memory[index + byte] = value >> (8 * byte)

    def store_lanes(self, address: int, offset: int, size: int) -> None:
        """Let the 16 or 32 bytes at `offset` of `granules` be at `address`."""
        index = self.memory.writes(self.storing(address, size), size)
        copy_bytes(self.memory.array, index, self.granules.array, offset, size)

    def storing(self, address: int, size: int) -> int:
        """As `access`, by the one store port."""
        self.check(self.stored == 0, "two stores reach memory in one cycle")
        self.stored = 1
        return self.access(address, size)
