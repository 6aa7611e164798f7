"""The number formats: how many bits an element takes, and which format a mixed operation computes in.

A width may also be a symbol: ``dtype(b)`` for the symbol ``b`` is a format of b bytes, for results that hold for all.

>>> dtype("bfloat16").name, dtype("int4").bytes
('bf16', Fraction(1, 2))
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Union, final

from symroof.errors import SymroofError, UnknownResource
from symroof.keywords import told
from symroof.records import dataclass, field
from symroof.shown import visible
from symroof.symbols import NAME, key, key_of

if TYPE_CHECKING:
    from sympy import Symbol


@visible
@final
@dataclass(frozen=True)
class DType:
    """A number format; bits is None when the width is a symbol, which then counts bytes and is called name.

    >>> from symroof import dtype
    >>> dtype("int4").bytes
    Fraction(1, 2)
    """

    name: str
    bits: int | None
    kind: str  # "float", "int" or "symbol"
    key: str = field(default="", compare=False, repr=False)  # of the symbol, where the width is one

    @property
    def is_symbolic(self) -> bool:
        return self.bits is None

    @property
    def bytes(self) -> Fraction:
        """Bytes of one element, exactly: 1/2 for int4."""
        if self.bits is None:
            raise SymroofError(f"the width of {self.name} is a symbol; give a dtype, as in dtype='bf16'")
        return Fraction(self.bits, 8)

    def __str__(self) -> str:
        return f"<{self.name}>" if self.bits is None else self.name


DTypeLike = Union[str, DType, "Symbol"]

# name, bits, kind, other names; a name is also the key of a machine's peak
_TABLE: tuple[tuple[str, int, str, str], ...] = (
    ("bf16", 16, "float", "bfloat16"),
    ("fp16", 16, "float", "half float16 f16"),  # IEEE 754 binary16
    ("fp32", 32, "float", "float32 f32 float single"),  # IEEE 754 binary32
    ("tf32", 32, "float", "tensorfloat32"),  # 19 bits that count, kept in 32 (NVIDIA Ampere whitepaper)
    ("fp64", 64, "float", "float64 f64 double"),
    ("fp8", 8, "float", "float8 f8 f8e4m3 f8e5m2 f8e4m3fn e4m3 e5m2 fp8_e4m3 fp8_e5m2 float8_e4m3 float8_e4m3fn "
     "float8_e5m2"),  # OCP FP8: both splits have one peak
    ("fp6", 6, "float", "float6 f6e2m3 f6e3m2 e2m3 e3m2"),  # OCP MX
    ("fp4", 4, "float", "float4 f4e2m1 e2m1 float4_e2m1fn nvfp4 mxfp4"),  # OCP MX, block scales not counted
    ("int8", 8, "int", "s8 i8 uint8 u8"),
    ("int4", 4, "int", "s4 i4 uint4 u4"),
    ("int2", 2, "int", "s2 i2 uint2 u2"),
    ("int16", 16, "int", "s16 i16 uint16 u16"),
    ("int32", 32, "int", "s32 i32 uint32 u32"),
    ("int64", 64, "int", "s64 i64 uint64 u64"),
    ("bool", 8, "int", "pred"),  # one byte an element in NumPy, JAX and PyTorch
)  # fmt: skip

_COUNTED = {"tf32": 19, "bool": 1}  # bits that count, of formats kept in more

DTYPES: dict[str, DType] = {name: DType(name, bits, kind) for name, bits, kind, _ in _TABLE}
ALIASES: dict[str, DType] = {
    **{alias: DTYPES[name] for name, _, _, others in _TABLE for alias in others.split()},
    **DTYPES,
}


def find(name: str) -> DType | None:
    """The format of that name or alias, BF16 like bf16; None when there is none."""
    found = ALIASES.get(name)
    if found is None and len(name) > 2 and name == name.upper():
        found = ALIASES.get(name.lower())
    return found


def known() -> str:
    return ", ".join(DTYPES)


COMPLEX = ("complex64", "complex128")  # in traced programs only


def nearest(name: str) -> str | None:
    """The known name that looks most like this one."""
    import difflib

    close = difflib.get_close_matches(name.lower(), ALIASES, n=1)
    return close[0] if close else None


def symbolic(name: str) -> DType:
    """A format whose width in bytes is the symbol of that name, a positive real such as 1/2."""
    if not NAME.match(name):
        raise SymroofError(f"{name!r:.80} cannot name a byte width; use a symbol, as in dims('b')")
    return DType(str(name), None, "symbol", name)


def of_bytes(name: str) -> DType:
    """The same as text says it, <b>: bytes need be no whole number, as the half of int4, whatever the letter.

    >>> from symroof.symbols import is_size
    >>> is_size(of_bytes("b").key), of_bytes("b")
    (False, DType(name='b', bits=None, kind='symbol'))
    """
    return symbolic(key(name, False))


@told
def dtype(x: DTypeLike) -> DType:
    """The format called by any of its names, or of a symbolic width in bytes.

    >>> dtype("float8_e4m3fn"), dtype("half").bits
    (DType(name='fp8', bits=8, kind='float'), 16)

    Raises UnknownResource for a name that is none.
    """
    if isinstance(x, DType):
        return x
    if isinstance(x, str):
        found = find(x.strip())
        if found is None and x.startswith("<") and x.endswith(">"):
            return of_bytes(x[1:-1].strip())
        if found is None:
            raise UnknownResource(f"unknown dtype {x!r}; known: {known()}; or a symbol for the width in bytes")
        return found
    if getattr(x, "is_Symbol", False):
        if x.is_positive is not True:
            raise SymroofError(f"the byte width {x} has no known sign; make it with dims({x.name!r})")
        return symbolic(key_of(x))
    raise SymroofError(f"a dtype is a name such as 'bf16', or one symbol for its width in bytes, not {x!r}")


def compute(operands: Iterable[DType]) -> DType:
    """The format a mixed operation runs in, whatever the order: the widest float; without floats the widest int.

    Of equally wide ones that of which more bits count (fp32 before tf32, int8 before bool); where neither of two
    floats holds the other, as of bf16 and fp16, fp32, to which JAX and PyTorch promote them.  A symbolic width cannot
    be compared, so it is only taken when no known float is there, of several the first by name.

    >>> compute([dtype("int8"), dtype("bf16")]).name, compute([dtype("fp16"), dtype("bf16")]).name
    ('bf16', 'fp32')
    """
    rank = {"float": 2, "symbol": 1, "int": 0}

    def place(f: DType) -> tuple[int, int, int]:
        return rank[f.kind], f.bits or 0, _COUNTED.get(f.name, f.bits or 0)

    formats = sorted(set(operands), key=lambda f: f.key or f.name)
    widest = max(map(place, formats))
    first, *others = (f for f in formats if place(f) == widest)
    return DTYPES["fp32"] if others and first.kind == "float" else first
