"""Cuts a graph into stages: loops over rows, and products of matrices between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kernelcraft.codegen.tensors.graph import (
    BINARY,
    CONSTANT,
    INPUT,
    JOIN,
    PRODUCTS,
    REDUCTIONS,
    UNARY,
    VIEWS,
    Node,
    Untraceable,
    ordered,
    users,
)

ROW_OPERATIONS = (*UNARY, *BINARY, *REDUCTIONS)


@dataclass(eq=False)
class RowStage:
    """Operations on the rows of tensors that all have as many; `results` are wanted later."""

    rows: int
    nodes: list[Node] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)

    @property
    def operands(self) -> list[Node]:
        """What comes from outside, constants left out."""
        own = set(self.nodes)
        found = (each for node in self.nodes for each in node.args)
        return [each for each in dict.fromkeys(found) if each not in own and each.op != CONSTANT]


@dataclass(eq=False)
class ProductStage:
    """One product of matrices, or of a batch of them; `sum` adds the same row to all of its."""

    node: Node
    sum: Node | None = None

    @property
    def nodes(self) -> list[Node]:
        """That product."""
        return [self.node]

    @property
    def results(self) -> list[Node]:
        """That product, or the sum."""
        return [self.sum or self.node]

    @property
    def added(self) -> Node | None:
        """The row that is added."""
        if self.sum is None:
            return None
        return next(each for each in self.sum.args if each is not self.node)

    @property
    def operands(self) -> list[Node]:
        """Both factors, and what is added."""
        return [*self.node.args, *([self.added] if self.added else [])]


Stage = RowStage | ProductStage


def stages(result: Node) -> list[Stage]:
    """The stages in an order in which they can run; raises Untraceable for other operations."""
    nodes = ordered(result)
    found: list[Stage] = []
    place: dict[Node, int] = {}
    for node in nodes:
        before = max((place[each] for each in node.args), default=-1)
        if node.op in (INPUT, CONSTANT):
            place[node] = -1
        elif node.op in VIEWS or node.op == JOIN:
            place[node] = before
        elif node.op in PRODUCTS:
            found.append(ProductStage(node))
            place[node] = len(found) - 1
        elif node.op in ROW_OPERATIONS:
            stage = found[before] if before >= 0 else None
            if not isinstance(stage, RowStage) or stage.rows != node.rows:
                found.append(stage := RowStage(node.rows))
                before = len(found) - 1
            stage.nodes.append(node)
            place[node] = before
        else:
            raise Untraceable(f"no primitive is called {node.op}")
    found = _merged(found)
    _name_results(found, nodes, result)
    return found


def with_sums(found: Sequence[Stage]) -> list[Stage]:
    """Products that begin with a row that is added to all of theirs, as one stage with it."""
    joined: list[Stage] = []
    for stage in found:
        before = joined[-1] if joined else None
        if (
            isinstance(stage, RowStage)
            and isinstance(before, ProductStage)
            and [node.op for node in stage.nodes] == ["add"]
            and before.node in stage.nodes[0].args
            and all(each.op == INPUT and each.rows == 1 for each in _others(stage, before.node))
        ):
            joined[-1] = ProductStage(before.node, stage.nodes[0])
        else:
            joined.append(stage)
    return joined


def _others(stage: RowStage, node: Node) -> list[Node]:
    return [each for each in stage.nodes[0].args if each is not node]


def _merged(found: list[Stage]) -> list[Stage]:
    """Row stages brought together where nothing between them needs the first."""
    position = 0
    while position < len(found):
        first = found[position]
        other = _partner(found, position) if isinstance(first, RowStage) else None
        if isinstance(first, RowStage) and isinstance(other, RowStage):
            other.nodes = ordered_by(first.nodes + other.nodes)
            found.pop(position)
        else:
            position += 1
    return found


def _partner(found: Sequence[Stage], position: int) -> Stage | None:
    """The stage that needs the one at a position first, if it is one over as many rows."""
    first = found[position]
    made = set(first.nodes)
    for later in found[position + 1 :]:
        if any(_needs(node, made) for node in later.nodes):
            same = isinstance(later, RowStage) and isinstance(first, RowStage)
            return later if same and later.rows == first.rows else None  # type: ignore[union-attr]
    return None


def _needs(node: Node, made: set[Node]) -> bool:
    return any(source(each) in made or _any_part(each, made) for each in node.args)


def _any_part(node: Node, made: set[Node]) -> bool:
    return node.op == JOIN and any(source(each) in made for each in node.args)


def source(node: Node) -> Node:
    """What a view is a view of."""
    while node.op in VIEWS:
        node = node.args[0]
    return node


def ordered_by(nodes: Sequence[Node]) -> list[Node]:
    """Nodes in an order in which they can be computed."""
    own = set(nodes)
    found: dict[Node, None] = {}

    def visit(node: Node) -> None:
        if node in found:
            return
        for each in node.args:
            visit(each)
        if node in own:
            found[node] = None

    for node in nodes:
        visit(node)
    return list(found)


def _name_results(found: Sequence[Stage], nodes: Sequence[Node], result: Node) -> None:
    """Note in each row stage what others use of it."""
    wanted = users(nodes)
    for stage in found:
        if not isinstance(stage, RowStage):
            continue
        own = set(stage.nodes)
        for node in stage.nodes:
            if source(result) is node or _used_outside(node, wanted, own):
                stage.results.append(node)


def _used_outside(node: Node, wanted: dict[Node, list[Node]], own: set[Node]) -> bool:
    for user in wanted[node]:
        if user.op in VIEWS or user.op == JOIN:
            if not wanted[user] or _used_outside(user, wanted, own):
                return True
        elif user not in own:
            return True
    return False
