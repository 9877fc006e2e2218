"""A Ray cluster's nodes: each Ray worker performs jobs in a killable process of its own."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar, cast

from kernelcraft.evaluation.executors import ExecutorError
from kernelcraft.grading.identity import versions
from kernelcraft.grading.job import Job
from kernelcraft.grading.workers import Workers
from kernelcraft.packages import ENVIRONMENT

if TYPE_CHECKING:
    from ray import ObjectRef

R = TypeVar("R")
RETRIES: Final = 5
"""How often Ray performs a job anew whose worker or node is gone; a wrong kernel is never tried
again."""
STORE_BYTES: Final = 100_000_000  # of the objects of a Ray of our own; jobs and results are small


AUTO: Final = "auto"  # the cluster that this machine belongs to
REACH_SECONDS: Final = 5.0


class OtherSources(Exception):
    """A node has another version of kernelcraft than the process that asks."""


class RayCluster:
    """An executor on the Ray cluster at `address` ("HOST:PORT" of its head, or "auto").

    Without an address it is a Ray of our own on this machine, with `workers` CPUs, that ends with
    `close`. Every node needs the same kernelcraft installed, and the same packages of others; those
    that are named by their folder in the same place.
    """

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reports to its makers otherwise
        import ray

        if address is not None and workers is not None:
            raise ExecutorError("a cluster has workers of its own; leave --workers out")
        if address is not None and address != AUTO:
            _expect_open(address)
        named = {name: text for name, text in os.environ.items() if name == ENVIRONMENT}
        try:
            ray.init(
                address or "local",
                runtime_env={"env_vars": named},
                num_cpus=None if address else workers,
                object_store_memory=None if address else STORE_BYTES,
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            where = address or "this machine"
            raise ExecutorError(f"there is no Ray at {where}: {_first_line(error)}") from error
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(perform)
        self._send: Callable[[Job[object], str], ObjectRef[object]] = remote.remote

    def submit(self, job: Job[R]) -> Future[R]:
        """Send the job to whatever node is free."""
        return cast("Future[R]", self._send(job, versions()).future())

    def close(self) -> None:
        """Leave the cluster; a Ray of our own ends."""
        import ray

        ray.shutdown()


def perform(job: Job[object], expected: str) -> object:
    """What a Ray worker does: the job, under the limits that hold on one machine, too."""
    if versions() != expected:
        raise OtherSources(
            f"this node has another kernelcraft: versions {versions()}, expected {expected}"
        )
    return _workers().submit(job).result()


@cache
def _workers() -> Workers:
    """One warm process for each Ray worker, which ends with it."""
    return Workers(1)


def _expect_open(address: str) -> None:
    """Raises ExecutorError where nothing listens: Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ExecutorError(f"expected ray://HOST:PORT of a cluster's head, got ray://{address}")
    try:
        socket.create_connection((host, int(port)), REACH_SECONDS).close()
    except OSError as error:
        raise ExecutorError(f"there is no Ray at {address}: {error.strerror or error}") from error


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), "no reason")
