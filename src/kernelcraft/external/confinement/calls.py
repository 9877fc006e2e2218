"""The system calls that a confined program may not make, and the filter that says so to Linux.

Numbers are those of `asm/unistd_64.h` and `asm-generic/unistd.h`. A denied call gives EPERM, which
a program can report; one of another architecture than the kernel's own ends it.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass
from typing import Final

# Name, number on x86-64, number on AArch64 (- where it has none).
DENIED: Final = """
socket 41 198; socketpair 53 199; io_uring_setup 425 425; io_uring_enter 426 426
io_uring_register 427 427; ptrace 101 117; process_vm_readv 310 270; process_vm_writev 311 271
process_madvise 440 440; kcmp 312 272; pidfd_open 434 434; pidfd_getfd 438 438
pidfd_send_signal 424 424; rt_sigqueueinfo 129 138; rt_tgsigqueueinfo 297 240; tkill 200 130
shmget 29 194; shmat 30 196; shmctl 31 195; msgget 68 186; msgsnd 69 189; msgrcv 70 188
msgctl 71 187; semget 64 190; semop 65 193; semctl 66 191; semtimedop 220 192; mq_open 240 180
mq_unlink 241 181; add_key 248 217; request_key 249 218; keyctl 250 219; bpf 321 280
perf_event_open 298 241; userfaultfd 323 282; seccomp 317 277; personality 135 92
modify_ldt 154 -; ioperm 173 -; iopl 172 -; syslog 103 116; acct 163 89; quotactl 179 60
reboot 169 142; swapon 167 224; swapoff 168 225; init_module 175 105; finit_module 313 273
delete_module 176 106; kexec_load 246 104; settimeofday 164 170; clock_settime 227 112
adjtimex 159 171; clock_adjtime 305 266; sethostname 170 161; setdomainname 171 162
mount 165 40; umount2 166 39; pivot_root 155 41; chroot 161 51; unshare 272 97; setns 308 268
fsopen 430 430; fsconfig 431 431; fsmount 432 432; fspick 433 433; move_mount 429 429
open_tree 428 428; mount_setattr 442 442; open_by_handle_at 304 265; chmod 90 -; fchmod 91 52
fchmodat 268 53; fchmodat2 452 452; chown 92 -; fchown 93 55; lchown 94 -; fchownat 260 54
utime 132 -; utimes 235 -; utimensat 280 88; futimesat 261 -; setxattr 188 5; lsetxattr 189 6
fsetxattr 190 7; removexattr 197 14; lremovexattr 198 15; fremovexattr 199 16
setpriority 141 140; sched_setscheduler 144 119; ioprio_set 251 30; move_pages 279 239
migrate_pages 256 238; setpgid 109 154; setsid 112 157; fork 57 -; vfork 58 -; execve 59 221
"""
SPECIAL: Final = "kill 62 129; tgkill 234 131; prlimit64 302 261; clone 56 220; clone3 435 435"
EXECVEAT: Final = {"x86_64": 322, "aarch64": 281}
STARTS: Final = ("fork", "vfork", "execve")
"""What a program with children may do."""
EXECUTED: Final = 1000
"""The descriptor of the program that is begun; no other one may be executed, and later none has
this number: it lies above the limit of descriptors."""
DESCRIPTORS: Final = 256

_ARCHITECTURE: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_LOAD, _EQUAL, _AT_LEAST, _SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCH, _FIRST = 0, 4, 16  # offsets in what the kernel gives
_X32 = 0x40000000
_THREAD = 0x00010000  # of clone


@dataclass(frozen=True)
class Step:
    """One instruction of the filter; jumps are counted from the next one."""

    code: int
    value: int
    yes: int = 0
    no: int = 0

    def packed(self) -> bytes:
        """As Linux reads it."""
        return struct.pack("=HBBI", self.code, self.yes, self.no, self.value)


def program(own: int, *, children: bool) -> bytes:
    """The filter for a process of this id; with `children` it may start others."""
    numbers = _numbers()
    denied = _named(DENIED) - set(STARTS if children else ())
    steps = [
        Step(_LOAD, _ARCH),
        Step(_EQUAL, _ARCHITECTURE[platform.machine()], 1, 0),
        Step(_RETURN, _KILL),
        Step(_LOAD, _NUMBER),
        Step(_AT_LEAST, _X32, 0, 1),
        Step(_RETURN, _ERROR | errno.EPERM),
    ]
    for name in sorted(denied):
        if name in numbers:
            steps += [Step(_EQUAL, numbers[name], 0, 1), Step(_RETURN, _ERROR | errno.EPERM)]
    for name in ("kill", "tgkill"):
        steps += _unless(numbers[name], (_EQUAL, own))
    steps += _unless(numbers["prlimit64"], (_EQUAL, own), (_EQUAL, 0))
    steps += [Step(_EQUAL, numbers["clone3"], 0, 1), Step(_RETURN, _ERROR | errno.ENOSYS)]
    if not children:
        steps += _unless(numbers["clone"], (_SET, _THREAD))
        steps += _unless(EXECVEAT[platform.machine()], (_EQUAL, EXECUTED))
    return b"".join(each.packed() for each in [*steps, Step(_RETURN, _ALLOW)])


def _unless(call: int, *tests: tuple[int, int]) -> list[Step]:
    """Deny a call unless its first argument passes one of the tests."""
    passed = [Step(test, value, len(tests) - index, 0) for index, (test, value) in enumerate(tests)]
    body = [
        Step(_LOAD, _FIRST),
        *passed,
        Step(_RETURN, _ERROR | errno.EPERM),
        Step(_LOAD, _NUMBER),
    ]
    return [Step(_EQUAL, call, 0, len(body)), *body]


def _named(table: str) -> set[str]:
    return {each.split()[0] for each in table.replace("\n", ";").split(";") if each.strip()}


def _numbers() -> dict[str, int]:
    column = 1 if platform.machine() == "x86_64" else 2
    rows = [each.split() for each in (DENIED + ";" + SPECIAL).replace("\n", ";").split(";")]
    return {row[0]: int(row[column]) for row in rows if row and row[column] != "-"}
