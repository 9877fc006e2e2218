"""What a proof says beside a verdict; where they contradict each other, neither counts."""

from kernelcraft.proofs.algebra import Proof
from kernelcraft.records.verdict import Verdict


def with_proof(verdict: Verdict, proof: Proof, *, exact: bool) -> Verdict:
    """The verdict with its line `proved`, quarantined if the proof says otherwise.

    A kernel that is right on hidden inputs lacks no element; where outputs must be equal (`exact`)
    one that is wrong is not the task's formula. Real numbers may also be lost by rounding.
    """
    word = "proved" if proof.proved else "refuted" if proof.refuted else "unknown"
    contradicts = (
        proof.refuted if verdict.correct else exact and proof.proved and verdict.failure == "wrong"
    )
    if not contradicts:
        return verdict.model_copy(update={"proved": word})
    runs = "right" if verdict.correct else "wrong"
    message = f"its runs are {runs}, but {proof.sentence()}; one of our programs is at fault"
    return verdict.model_copy(
        update={
            "proved": word,
            "correct": False,
            "failure": "quarantined",
            "message": message,
            "speedup": None,
            "sol_score": None,
        }
    )
