"""Changes of the platform-independent grader that its tests must notice."""

from kernelcraft.cells.changes import Change

TOLERANCE = "grading/tolerance.py"
SCATTER = "grading/scatter.py"
VERIFICATION = "grading/verification.py"
RULES = "grading/rules.py"
EXAMINATION = "grading/examination.py"
INPUTS = "grading/inputs.py"
INPUT_SET = "grading/input_set.py"
SECOND = "grading/second_run.py"
LOCKS = "grading/lockfile.py"
TOO_FAST = "grading/checks/too_fast.py"

CHANGES = (
    Change(TOLERANCE, "the error of the output unchecked", "if not near:", "if False:"),
    Change(TOLERANCE, "the errors of rows unchecked", "if bad_rows:", "if False:"),
    Change(
        TOLERANCE,
        "the first row unchecked",
        "np.count_nonzero(far)",
        "np.count_nonzero(far.ravel()[1:])",
    ),
    Change(
        TOLERANCE,
        "the last row unchecked",
        "np.count_nonzero(far)",
        "np.count_nonzero(far.ravel()[:-1])",
    ),
    Change(
        TOLERANCE,
        "a hard row excuses all rows",
        "SPREAD * self.scatter.rows",
        "SPREAD * self.scatter.rows.max()",
    ),
    Change(
        TOLERANCE,
        "a hard element excuses all elements",
        "SPREAD * self.scatter.elements",
        "SPREAD * self.scatter.elements.max()",
    ),
    Change(TOLERANCE, "scatter counts ten times", "SPREAD: Final = 2.0", "SPREAD: Final = 20.0"),
    Change(
        TOLERANCE, "what is not finite counts as scatter", "if not each.non_finite]", "if True]"
    ),
    Change(
        SCATTER,
        "scatter of the public inputs",
        "drawn(cell, distribution, seed)",
        "drawn(cell, distribution, 1)",
    ),
    Change(
        SCATTER, "no stochastic rounding", "self.random.uniform(-1.0, 1.0, np.shape(values))", "0.0"
    ),
    Change(
        TOLERANCE,
        "the errors of elements unchecked",
        "if not within.all():\n            faults",
        "if False:\n            faults",
    ),
    Change(TOLERANCE, "NaN and infinity not named", "if errors.non_finite:", "if False:"),
    Change(TOLERANCE, "NaN counts as right", "- reference), np.inf)", "- reference), 0.0)"),
    Change(
        TOLERANCE, "constant outputs not named", "elif _is_constant(output) and", "elif False and"
    ),
    Change(
        TOLERANCE,
        "signs of errors kept",
        "np.abs(np.where(finite, output, 0.0) - reference)",
        "(np.where(finite, output, 0.0) - reference)",
    ),
    Change(
        TOLERANCE,
        "rows a hundred times as wide",
        "ROW_FACTOR: Final = 4.0",
        "ROW_FACTOR: Final = 400.0",
    ),
    Change(
        TOLERANCE,
        "elements a hundred times as wide",
        "ELEMENT_FACTOR: Final = 10.0",
        "ELEMENT_FACTOR: Final = 1000.0",
    ),
    Change(
        TOLERANCE, "τ ten times as large", "NOISE_FACTOR: Final = 3.0", "NOISE_FACTOR: Final = 30.0"
    ),
    Change(
        TOLERANCE, "the least τ 16 times as large", "(math.log2(half))", "(4 + math.log2(half))"
    ),
    Change(
        TOLERANCE,
        "every row measured by the whole",
        "SMALL_ROW: Final = 1e-3",
        "SMALL_ROW: Final = 1e3",
    ),
    Change(
        VERIFICATION, "one seed reused", "SeedSequence([seed, stream])", "SeedSequence([seed, 0])"
    ),
    Change(VERIFICATION, "seeds that may be public", "int(words[0]) | 1 << 63", "int(words[0])"),
    Change(RULES, "fewer seeds", "seeds=5, honest=True", "seeds=4, honest=True"),
    Change(RULES, "no opinions asked", "return seed % self.opinions == 0", "return False"),
    Change(
        RULES,
        "no honesty in training",
        "seeds=1, honest=True, opinions=50",
        "seeds=1, honest=False, opinions=50",
    ),
    Change(
        VERIFICATION,
        "one distribution only",
        "for name in DISTRIBUTIONS]",
        "for name in DISTRIBUTIONS[:1]]",
    ),
    Change(
        VERIFICATION,
        "edges left out",
        "return usual + [Draw(edge, seeds[0]) for edge in cell.task.edges]",
        "return usual",
    ),
    Change(
        VERIFICATION,
        "one input set only",
        "for each in planned:\n        rule",
        "for each in planned[:1]:\n        rule",
    ),
    Change(
        VERIFICATION,
        "the last input set left out",
        "for each in planned:\n        rule",
        "for each in planned[:-1] or planned:\n        rule",
    ),
    Change(VERIFICATION, "memory not audited", "honest=honest)", "honest=False)"),
    Change(VERIFICATION, "memory not poisoned", "poison=honest)", "poison=False)"),
    Change(
        VERIFICATION,
        "no second look at close kernels",
        "if by.honest and _is_close(cell, planned, found):",
        "if False:",
    ),
    Change(VERIFICATION, "no second run", "if by.honest and second_run:", "if False:"),
    Change(VERIFICATION, "the fastest input set counts", "return max(ended", "return min(ended"),
    Change(TOO_FAST, "no bound", "if bound is None or cycles >= bound:", "if True:"),
    Change(
        VERIFICATION,
        "a wrong kernel is called correct",
        "right = failure is None and",
        "right = True and",
    ),
    Change(EXAMINATION, "faults ignored", "if run.fault is not None:", "if False:"),
    Change(
        EXAMINATION,
        "budgets ignored",
        "if run.fault is not None:",
        'if run.fault is not None and run.fault.kind == "machine":',
    ),
    Change(EXAMINATION, "the audit ignored", "if broken:", "if False:"),
    Change(EXAMINATION, "the comparison ignored", "if not comparison.ok:", "if False:"),
    Change(
        EXAMINATION, "the machine not staged anew", "np.copyto(mine.arrays[name], array)", "pass"
    ),
    Change(
        INPUT_SET,
        "the public inputs used again",
        "draw(cell.task, cell.dims, distribution, seed)",
        "draw(cell.task, cell.dims, distribution, PUBLIC_SEED)",
    ),
    Change(
        INPUT_SET,
        "a reference of unrounded inputs",
        "return inputs, cell.reference(inputs)",
        "return inputs, cell.reference(values)",
    ),
    Change(
        INPUT_SET,
        "the same garbage in every run",
        "garbage if poison else None",
        "0 if poison else None",
    ),
    Change(
        INPUTS, "the distribution ignored", "_SHAPES.get(distribution)", '_SHAPES.get("normal")'
    ),
    Change(
        INPUTS,
        "one stream for all operands",
        "SeedSequence([seed, stream])",
        "SeedSequence([seed])",
    ),
    Change(INPUTS, "weights not scaled", "return standard / math.sqrt(fan_in)", "return standard"),
    Change(INPUTS, "faint rows not faint", "FAINT: Final = 2.0**-8", "FAINT: Final = 1.0"),
    Change(INPUTS, "loud rows not loud", "FAR: Final = 64.0", "FAR: Final = 1.0"),
    Change(
        "grading/integer_inputs.py",
        "far biases near",
        'if kind == "far biases":',
        "if False:",
    ),
    Change(INPUTS, "lifted rows not lifted", "LIFT: Final = 16.0", "LIFT: Final = 0.0"),
    Change(SECOND, "other cycles ignored", "if expected.cycles != found.cycles:", "if False:"),
    Change(SECOND, "another output ignored", "if expected.output != found.output:", "if False:"),
    Change(SECOND, "only the first row compared", "values.tobytes()", "values[:1].tobytes()"),
    Change(
        SECOND,
        "the reference machine never asked",
        "short = first.run.instructions < REFERENCE_BELOW",
        "short = False",
    ),
    Change(
        SECOND,
        "a second run that crashed is forgiven",
        'return Confirmation((), Refusal("crash", message))',
        "return Confirmation((), None)",
    ),
    Change(
        SECOND,
        "the independent model never asked",
        "model = None if opinion is None else _",
        "model = None and _",
    ),
    Change(SECOND, "the independent model's output ignored", "(MODEL, modelled)", "(MODEL, None)"),
    Change(
        LOCKS,
        "no budgets",
        "CYCLE_FACTOR * found.baseline_cycles)\n    return Limits(instructions, cycles)",
        "CYCLE_FACTOR * found.baseline_cycles)\n    return GENEROUS",
    ),
    Change(
        LOCKS,
        "every distribution measured by the first one's τ",
        "found.taus[distribution] if found",
        'found.taus["normal"] if found',
    ),
    Change(
        "grading/checks/disturbance.py",
        "the DMA never early or late",
        "in platform.disturbed(seen.given.staged):",
        "in ():",
    ),
    Change(
        "grading/evaluation.py",
        "memory not audited on the public inputs",
        "honest=True)",
        "honest=False)",
    ),
    Change(
        "grading/child.py",
        "jobs of dead workers not repeated",
        "\nTRIES: Final = 3",
        "\nTRIES: Final = 1",
    ),
    Change(
        "grading/child.py",
        "no limit of time",
        "return self._connection.poll(seconds) or",
        "return self._connection.poll(None) or",
    ),
    Change(
        "grading/child.py",
        "no limit of memory",
        "resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))",
        "pass",
    ),
)
