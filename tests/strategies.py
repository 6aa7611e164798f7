"""Random operations with the names that trip symbolic tools: B D F K N S I E O Q."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

NASTY = tuple("BDFKNSIEOQ")
FORMATS = ("bf16", "fp16", "fp32", "fp64", "fp8", "int8", "int4", "int32")


@dataclass(frozen=True)
class Contraction:
    """Two arrays, what survives, and small sizes to try it on."""

    formats: tuple[str, str, str]
    left: tuple[str, ...]
    right: tuple[str, ...]
    output: tuple[str, ...]
    sizes: dict[str, int]

    @property
    def text(self) -> str:
        a, b, c = (f"{f}[{', '.join(d) or '1'}]" for f, d in zip(self.formats, (self.left, self.right, self.output)))
        return f"{a} * {b} -> {c}"

    @property
    def contracted(self) -> tuple[str, ...]:
        return tuple(d for d in dict.fromkeys((*self.left, *self.right)) if d not in self.output)


@st.composite
def contractions(draw: st.DrawFn) -> Contraction:
    """Up to five dims, each batch, left, right or contracted."""
    names = draw(st.lists(st.sampled_from(NASTY), min_size=1, max_size=5, unique=True))
    roles = [draw(st.sampled_from(["batch", "left", "right", "deep"])) for _ in names]
    left = [n for n, r in zip(names, roles) if r != "right"]
    right = [n for n, r in zip(names, roles) if r != "left"]
    output = [n for n, r in zip(names, roles) if r != "deep"]
    return Contraction(
        tuple(draw(st.sampled_from(FORMATS)) for _ in range(3)),
        tuple(draw(st.permutations(left))),
        tuple(draw(st.permutations(right))),
        tuple(draw(st.permutations(output))),
        {n: draw(st.integers(1, 4)) for n in names},
    )
