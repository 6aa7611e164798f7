"""What tracing proposes works when it is typed, and what it says of a program is of that program.

Judged by typing it: each remedy of a message is tried as it stands there, and its counts are compared with the same
program at fixed sizes.
"""

from __future__ import annotations

import ast
import re

import pytest
from forced import on_devices

from symroof import SymroofError, trace

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax
IMAGE = ("fp32[B, H, W, C]",)


def conv(x, w):
    return lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def thirds(x):
    return x[:, : x.shape[1] // 3] * 2


def by_two(x):
    return lax.while_loop(lambda c: c[0] < x.shape[0], lambda c: (c[0] + 2, c[1] * 2), (0, x))[1]


def resized(x):
    return jax.image.resize(x, (x.shape[0], 2 * x.shape[1], 2 * x.shape[2], x.shape[3]), "bilinear")


def factored(w, g):
    optax = pytest.importorskip("optax")
    opt = optax.adafactor(1e-3)
    return opt.update(g, opt.init(w), w)[0]


REFUSED = {
    "strided convolution": (conv, (*IMAGE, "fp32[3, 3, C, O]"), 2),
    "pooling": (pool, IMAGE, 2),
    "half a spectrum": (lambda x: jnp.fft.rfft(x), ("fp32[B, N]",), 2),
    "a third": (thirds, ("fp32[B, D]",), 3),
    "searchsorted": (lambda a, v: jnp.searchsorted(a, v), ("fp32[N]", "fp32[M]"), 1),
    "interp": (lambda x, a, b: jnp.interp(x, a, b), ("fp32[M]", "fp32[N]", "fp32[N]"), 1),
    "digitize": (lambda x, b: jnp.digitize(x, b), ("fp32[M]", "fp32[N]"), 1),
    "while by two": (by_two, ("fp32[N]",), 3),
    "svd": (lambda x: jnp.linalg.svd(x, full_matrices=False), ("fp32[M, N]",), 2),
    "resize": (resized, IMAGE, 1),
    "gradient of cumprod": (jax.grad(lambda x: jnp.cumprod(x).sum()), ("fp32[N]",), 1),
    "map in batches": (lambda x: lax.map(lambda r: r * 2, x, batch_size=16), ("fp32[N, D]",), 1),
    "adafactor": (factored, ("fp32[D, F]", "fp32[D, F]"), 1),
}


def ways(told: str, arrays: tuple[str, ...]) -> list[tuple[tuple[str, ...], dict]]:
    """Every way that a message proposes: the arrays and options to type."""
    found = [(arrays, {"sizes": ast.literal_eval(x)}) for x in re.findall(r"sizes=(\{.*?\})", told)]
    found += [(arrays, {"sizes": "symbolic"})] if 'trace with sizes="symbolic"' in told else []
    for names, text in re.findall(r"write ([\w ]+) as (?:a product|products) in the notation, as in \"(.*?)\"", told):
        by = {n: re.search(rf"(\d+)\*{n}\b", text)[1] for n in names.split(" and ")}
        every = list(arrays)
        for n, k in by.items():
            every = [x[: x.index("[")] + re.sub(rf"\b{n}\b", f"{k}*{n}", x[x.index("[") :]) for x in every]
        assert text in every
        found.append((tuple(every), {}))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_every_remedy_works_when_it_is_typed(name):
    f, arrays, many = REFUSED[name]
    with pytest.raises(SymroofError) as e:
        trace(f, *arrays)
    typed = ways(str(e.value), arrays)
    assert len(typed) == many, str(e.value)
    for other, options in typed:
        p = trace(f, *other, **options)
        open_ = dict.fromkeys((d for d in p.dims if not d.startswith("trips")), 130)
        sizes = {**open_, **(options["sizes"] if isinstance(options.get("sizes"), dict) else {})}
        fixed = trace(f, *other, sizes=sizes)
        there = p.at(**open_)
        if "trips" in p.dims:
            there = there.at(trips=65)
        for unit in ("matrix", "vector", "integer"):
            assert getattr(there, unit) == getattr(fixed, unit), (unit, other, options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "said", "not_said"),
    [
        ("resize", "an einsum of three operands", "lax.cond"),
        ("gradient of cumprod", "jax's cumprod", "lax.cond"),
        ("map in batches", "jax's map", "lax.cond"),
        ("adafactor", "optax's", "symbolic"),
        ("pooling", "2*H", "symbolic"),
    ],
)
def test_what_is_said_is_of_that_program(name, said, not_said):
    f, arrays, _ = REFUSED[name]
    with pytest.raises(SymroofError) as e:
        trace(f, *arrays)
    assert said in str(e.value)
    assert not_said not in str(e.value)


@pytest.mark.slow
def test_a_branch_of_the_users_own_is_his():
    with pytest.raises(SymroofError, match=r"use lax\.cond or lax\.scan, or fix the size, as in sizes=\{\"T\": 4096\}"):
        trace(lambda x: x * 2 if x.shape[0] % 128 == 0 else x * x * x, "fp32[T, D]")


def test_sizes_read_as_names_and_are_whole_numbers():
    p = trace(lambda a, b: a @ b, "fp32[M, K]", "fp32[K, T]")
    assert p.dims == ("M", "K", "T")
    assert {"K", "T"} <= {*p.dims} & p.names & set(p.letters)
    assert p.at(K=4, T=2).dims == ("M",)
    assert str(p.at(K=4).matrix) == "8*M*T"
    for bad in (2.5, 0, -1, "x", True):
        with pytest.raises(SymroofError, match="K="):
            p.at(K=bad)
    with pytest.raises(SymroofError, match="no size is called Q"):
        p.at(Q=2)


def test_a_latex_table_has_the_columns_of_the_others():
    p = trace(lambda a, b: jnp.tanh(a @ b), "fp32[M, K]", "fp32[K, N]")
    for t in (p.table(), p.table(on="H100", M=64, K=64, N=64)):
        head = t.latex().split("\n")[1].removesuffix(r" \\ \hline").split(" & ")
        assert head == t.cells()[0]
        assert [x.strip() for x in t.markdown().split("\n")[0].strip("| ").split("|")] == head
        rows = t.latex().split("\n")[2:-1]
        assert all(len(re.split(r"(?<!\\)&", r)) == len(head) for r in rows)
        assert len(rows) == len(t)


@pytest.mark.slow
def test_a_loop_in_a_library_has_the_line_that_calls_it():
    p = trace(lambda a, b: jax.scipy.sparse.linalg.cg(lambda x: a @ x, b)[0], "fp32[N, N]", "fp32[N]")
    (told,) = [n for n in p.notes if n.startswith("trips is how often")]
    assert "test_tracing_remedies.py" in told
    assert all(s.line.file for s in p.kernels)


def columns(x):
    out = jnp.zeros(())
    for j in range(x.shape[0]):
        out = out + (x[j] * x[j]).sum()
    return out


@pytest.mark.slow
def test_notes_do_not_contradict_each_other():
    notes = trace(columns, "fp32[N, N]").notes
    assert not any("every size is a number" in n for n in notes)
    assert any("a Python loop over N" in n for n in notes)
    assert "traced once: every size is a number" in trace(columns, "fp32[4, 4]").notes


@pytest.mark.slow
def test_what_sized_makes_on_the_way_stays_small():
    """The recipe with zeros made 78 GB of them in the probing traces."""
    from symroof import sized

    made = []

    def weights(H, W, D):
        image = jnp.zeros((1, 16 * H, 16 * W, 3))
        if isinstance(image, jax.Array) and not isinstance(image, jax.core.Tracer):
            made.append(image.nbytes)
        return jax.eval_shape(lambda x: jnp.zeros((x.shape[-1] * 256, D)), image)

    p = trace(lambda w, x: x @ w, sized(weights), "fp32[B, 768]", sizes={})
    assert str(p.matrix) == "1536*B*D"
    assert max(made) < 1 << 28
    assert any("not traced at large sizes" in n for n in p.notes)
    made.clear()
    light = trace(lambda w, x: x @ w, sized(lambda D: jax.eval_shape(lambda: jnp.ones((D, D)))), "fp32[B, D]")
    assert not any("not traced at large sizes" in n for n in light.notes)


@pytest.mark.slow
def test_what_symbolic_shapes_count_otherwise_is_said():
    p = trace(lambda x: x[:, :-1] * 2, "fp32[B, N]", sizes="symbolic")
    assert any("makes a lookup of a slice" in n for n in p.notes)
    at_primes = trace(lambda x: x[:, :-1] * 2, "fp32[B, N]")
    assert not any("lookup" in n for n in at_primes.notes)
    assert p.vector == at_primes.vector
    assert p.at(B=2, N=5).bytes > at_primes.at(B=2, N=5).bytes
    assert p.at(B=2, N=5).compulsory <= at_primes.at(B=2, N=5).compulsory


SHARES = """
from jax import lax
from symroof import trace
conv = lambda x, w: lax.conv_general_dilated(x, w, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))
for f, *arrays in (
    (conv, "fp32[B_X, T, C]", "fp32[3, C, O]"),
    (conv, "fp32[B, T_X, C]", "fp32[3, C, O]"),
    (lambda x, w: x @ w, "fp32[T_X, K]", "fp32[K, N]"),
):
    print(sorted(trace(f, *arrays, mesh="X", gspmd=True).sent))
"""


@pytest.mark.slow
def test_an_even_share_of_sizes_called_T_and_K():
    """Their keys equal no text: the share was 0, and every program with them refused, or not looked at when small."""
    done = on_devices(SHARES)
    assert done.stdout.split("\n") == ["[]", "['ici']", "[]", ""], done.stderr[-1000:]


@pytest.mark.slow
def test_mesh_axes_that_must_be_equal_are_said():
    def turn(a, b):
        there = [(j, (j + 1) % 4) for j in range(4)]
        return a @ b + lax.ppermute(a, "Y", there) @ lax.ppermute(b, "X", there)

    arrays = ("fp32[M_X, K_Y]", "fp32[K_X, N_Y]")
    with pytest.raises(SymroofError, match=r'mesh="X=4 Y=4"'):
        trace(turn, *arrays, mesh="X Y")
    assert set(trace(turn, *arrays, mesh="X=4 Y=4").sent) == {"ici"}
