"""PyTorch programs traced by fake tensors, judged by torch's own counter, published parameter counts and formulas.

Torch is large: these tests run where it is installed (pip install "symroof[torch]"); elsewhere they are skipped, which
the summary says.
"""

from __future__ import annotations

import random

import pytest

from symroof import SymroofError, dims, sized, threshold, trace

pytestmark = pytest.mark.slow
torch = pytest.importorskip("torch", reason="PyTorch is not installed: the tests of traced modules are skipped")
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402
from torch.utils.flop_counter import FlopCounterMode  # noqa: E402


class MLP(nn.Module):
    def __init__(self, D, F):
        super().__init__()
        self.up, self.down = nn.Linear(D, F), nn.Linear(F, D)

    def forward(self, x):
        return self.down(functional.gelu(self.up(x)))


class Attention(nn.Module):
    """Written out, so that the counter sees its products."""

    def __init__(self, D, N):
        super().__init__()
        self.qkv, self.out, self.heads = nn.Linear(D, 3 * D, bias=False), nn.Linear(D, D, bias=False), N

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        a = torch.softmax(q @ k.transpose(-1, -2) / (d // self.heads) ** 0.5, -1)
        return self.out((a @ v).transpose(1, 2).reshape(b, t, d))


class Convolutions(nn.Module):
    def __init__(self, C):
        super().__init__()
        self.a, self.b, self.n = nn.Conv2d(3, C, 3, padding=1), nn.Conv2d(C, C, 3, padding=1), nn.BatchNorm2d(C)

    def forward(self, x):
        return functional.relu(self.n(self.b(functional.relu(self.a(x)))))


class Embedded(nn.Module):
    def __init__(self, V, D):
        super().__init__()
        self.embed, self.norm, self.head = nn.Embedding(V, D), nn.LayerNorm(D), nn.Linear(D, V, bias=False)

    def forward(self, tokens):
        return self.head(self.norm(self.embed(tokens)))


class Experts(nn.Module):
    def __init__(self, E, D, F):
        super().__init__()
        self.up, self.down = nn.Parameter(torch.randn(E, D, F)), nn.Parameter(torch.randn(E, F, D))

    def forward(self, x):
        return torch.bmm(functional.silu(torch.bmm(x, self.up)), self.down)


MODULES = {
    "mlp": (lambda D, F: MLP(D, F), ("fp32[B, D]",)),
    "attention": (lambda N, H: Attention(N * H, N), ("fp32[B, T, N*H]",)),
    "convolutions": (lambda C: Convolutions(C), ("fp32[B, 3, Y, X]",)),
    "embedding": (lambda V, D: Embedded(V, D), ("int64[B, T]",)),
    "experts": (lambda E, D, F: Experts(E, D, F), ("fp32[E, C, D]",)),
    "stack": (lambda D, F: nn.Sequential(MLP(D, F), nn.LayerNorm(D), MLP(D, F)), ("fp32[B, T, D]",)),
    "bilinear": (lambda D, F: nn.Sequential(nn.Linear(D, F, bias=False), nn.Tanh(), nn.Linear(F, 1)), ("fp32[B, D]",)),
    "conv1d": (lambda C, F: nn.Conv1d(C, F, 5), ("fp32[B, C, T + 4]",)),
    "rms": (lambda D: nn.Sequential(nn.RMSNorm(D), nn.Linear(D, D)), ("fp32[B, T, D]",)),
    "encoder": (
        lambda D: nn.Sequential(nn.Linear(D, 4 * D), nn.ReLU(), nn.Linear(4 * D, D), nn.Softmax(-1)), ("fp32[B, D]",)),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_as_many_flops_as_torch_counts(name: str) -> None:
    build, args = MODULES[name]
    forward, both = trace(sized(build), *args), trace(sized(build), *args, backward=True)
    rng = random.Random(name)
    for _ in range(5):
        sizes = {str(n): rng.randrange(2, 7) for n in forward.letters}
        names = build.__code__.co_varnames[: build.__code__.co_argcount]
        net = build(**{n: sizes[n] for n in names})
        x = _real(args[0], sizes)
        with FlopCounterMode(display=False) as counter:
            y = net(x)
            first = counter.get_total_flops()
            y.sum().backward()
        assert forward.at(**sizes).matrix == first
        assert both.at(**sizes).matrix == counter.get_total_flops()


def _real(text, sizes):
    from symroof.tracing.shapes import read_spec

    spec = read_spec(text)
    return torch.zeros(spec.at(sizes), dtype=torch.long) if "int" in spec.dtype else torch.randn(spec.at(sizes))


def test_formulas_lines_and_parameters() -> None:
    B, D, F = dims("B D F")
    program = trace(sized(lambda D, F: MLP(D, F)), "fp32[B, D]")
    assert program.matrix == 4 * B * D * F
    assert program.params == 2 * D * F + D + F
    assert {s.path for s in program.kernels} == {"up", "down", ""}
    assert {s.line.text for s in program.kernels} == {"return self.down(functional.gelu(self.up(x)))"}
    assert "fp32[B, D] * fp32[D, F] -> fp32[B, F]" in {s.text for s in program.kernels}
    concrete = trace(MLP(8, 32), "fp32[B, 8]")
    assert concrete.matrix == 1024 * B
    assert str(threshold(concrete, "B", over=1)).startswith("B >")


def test_attention_as_one_kernel_or_written_out() -> None:
    def attend(q, k, v):
        return functional.scaled_dot_product_attention(q, k, v)

    B, N, T, H = dims("B N T H")
    args = ["fp32[B, N, T, H]"] * 3
    kernel, written = (trace(attend, *args, sdpa=s) for s in ("kernel", "written"))
    assert kernel.matrix == written.matrix == 4 * B * N * T**2 * H
    assert len(kernel.steps) == 1 < len(written.steps)
    both = trace(attend, *args, backward=True)
    assert both.matrix == 14 * B * N * T**2 * H
    assert {s.phase for s in both.kernels} == {"", "backward"}
    assert kernel.bytes.subs({"H": 1}) != written.bytes.subs({"H": 1})


def test_an_optimizer_step_costs_no_matrix_work() -> None:
    step = trace(sized(lambda D, F: MLP(D, F)), "fp32[B, D]", backward=True, optimizer=torch.optim.AdamW)
    plain = trace(sized(lambda D, F: MLP(D, F)), "fp32[B, D]", backward=True)
    assert step.matrix == plain.matrix
    change = plain.diff(step)
    assert change.flops == 0
    assert change.core("vector").names == ("D", "F")
    assert change.core("compulsory") != 0


def test_backward_lines_are_those_of_the_forward_pass() -> None:
    both = trace(sized(lambda D, F: MLP(D, F)), "fp32[B, D]", backward=True)
    backward = [s for s in both.kernels if s.phase == "backward" and "*" in s.text]
    assert len(backward) == 3  # the input needs no gradient
    assert {s.path for s in backward} == {"up", "down"}


def test_mistakes_of_modules() -> None:
    def takes_a_number(x):
        return x * float(x.sum())

    def unknown(x):
        return torch.special.zeta(x, x + 1)

    with pytest.raises(SymroofError, match=r"[\s\S]*in takes_a_number"):
        trace(takes_a_number, "fp32[N]")
    with pytest.raises(SymroofError, match=r"special_zeta is an operator without a rule[\s\S]*in unknown[\s\S]*costs="):
        trace(unknown, "fp32[N]")
    priced = trace(unknown, "fp32[N]", costs={"special_zeta": {"transcendental": "N", "flops": 0, "bytes": "8*N"}})
    assert priced.transcendental == dims("N")
    with pytest.raises(SymroofError, match="is of JAX"):
        trace(MLP(2, 4), "fp32[B, 2]", sizes="symbolic")
    with pytest.raises(SymroofError, match="raised RuntimeError"):
        trace(MLP(2, 4), "fp32[B, 3]")


def test_a_measured_module() -> None:
    program = trace(sized(lambda D, F: MLP(D, F)), "fp32[B, D]").run_as(fp32="bf16")
    found = program.measure({"B": 2, "D": 4, "F": 8}, on="H100", repeats=1)
    assert 0 < found.rows[0].bound < found.rows[0].seconds


# -- published parameter counts: the models' cards and papers ----------------------------------------------------------


def llama3(**more):
    from transformers import LlamaConfig

    return LlamaConfig(vocab_size=128256, tie_word_embeddings=False, **more)


@pytest.mark.slow
def test_published_parameter_counts() -> None:
    transformers = pytest.importorskip("transformers")
    from symroof.tracing.torch_trace import parameters

    eight = llama3(hidden_size=4096, intermediate_size=14336, num_hidden_layers=32, num_attention_heads=32,
                   num_key_value_heads=8)  # fmt: skip
    seventy = llama3(hidden_size=8192, intermediate_size=28672, num_hidden_layers=80, num_attention_heads=64,
                     num_key_value_heads=8)  # fmt: skip
    mixtral = transformers.MixtralConfig(
        vocab_size=32000, hidden_size=4096, intermediate_size=14336, num_hidden_layers=32, num_attention_heads=32,
        num_key_value_heads=8, num_local_experts=8, num_experts_per_tok=2, tie_word_embeddings=False,
    )  # fmt: skip
    qwen = transformers.Qwen2Config(
        vocab_size=152064, hidden_size=3584, intermediate_size=18944, num_hidden_layers=28, num_attention_heads=28,
        num_key_value_heads=4, tie_word_embeddings=False,
    )  # fmt: skip
    gemma = transformers.GemmaConfig(
        vocab_size=256000, hidden_size=3072, intermediate_size=24576, num_hidden_layers=28, num_attention_heads=16,
        num_key_value_heads=16, head_dim=256,
    )  # fmt: skip
    published = [(eight, 8_030_261_248), (seventy, 70_553_706_496), (mixtral, 46_702_792_704), (qwen, 7_615_616_512),
                 (gemma, 8_537_680_896)]  # fmt: skip
    for config, count in published:
        assert parameters(config) == count, type(config).__name__


@pytest.mark.slow
def test_deepseek_v3_parameters() -> None:
    transformers = pytest.importorskip("transformers")
    from symroof.tracing.torch_trace import parameters

    config = transformers.DeepseekV3Config()
    assert parameters(config) == 671_026_404_352  # and 14,848 buffers: the published 671,026,419,200


@pytest.mark.slow
def test_a_hugging_face_llama_in_symbols() -> None:
    transformers = pytest.importorskip("transformers")

    def llama(N, H, F, V):
        return transformers.LlamaConfig(vocab_size=V, hidden_size=2 * N * H, intermediate_size=F, num_hidden_layers=1,
                                        num_attention_heads=N, num_key_value_heads=N, head_dim=2 * H)  # fmt: skip

    program = trace(sized(llama), "int64[B, T]")
    assert program.same("2*B*T*(4*D**2 + 3*D*F + D*V) + 4*B*T**2*D", D="2*N*H")
    assert program.same("4*D**2 + 3*D*F + 2*D*V + 3*D", of="params", D="2*N*H")


def test_a_shortcut_that_only_equal_channels_have_is_a_condition() -> None:
    """The residual block of ResNet: judged by the same with its channels as numbers."""

    class Block(torch.nn.Module):
        def __init__(self, C, O):  # noqa: E741
            super().__init__()
            self.conv = torch.nn.Conv2d(C, O, 3, padding=1)
            self.short = torch.nn.Conv2d(C, O, 1) if C != O else torch.nn.Identity()

        def forward(self, x):
            return self.conv(x) + self.short(x)

    module = sized(lambda C, O: Block(C, O))  # noqa: E741
    program = trace(module, "fp32[B, C, H, W]")
    assert any(a.startswith("C != O, by ") for a in program.assumptions)
    with pytest.raises(SymroofError, match="C != O"):
        program.at(C=8, O=8)
    there = {"B": 2, "C": 8, "O": 9, "H": 5, "W": 4}
    assert program.at(**there).matrix == trace(module, "fp32[B, C, H, W]", sizes=there).matrix
    same = trace(module, "fp32[B, C, H, W]", sizes={**there, "O": 8})
    assert (same.params, same.matrix) == (9 * 64 + 8, 2 * 2 * 5 * 4 * 9 * 64)


def test_transforms_solves_and_distances() -> None:
    """By hand: butterflies of 5*n*log2(n), LU and two triangular solves, every pair of rows by the definition."""
    sizes = {"B": 3, "N": 32}
    real = trace(lambda x: torch.fft.rfft(x), "fp32[B, 2*N]").at(**sizes)
    back = trace(lambda x: torch.fft.irfft(x), "complex64[B, N + 1]").at(**sizes)
    assert real.vector == back.vector == 3 * 5 * 64 * 6 // 2
    assert trace(lambda x: torch.fft.fft2(x), "complex64[B, N, N]").at(**sizes).vector == 3 * 5 * 32 * 32 * 10
    solved = trace(lambda a, b: torch.linalg.solve(a, b), "fp32[B, N, N]", "fp32[B, N, K]")
    B, N, K = dims("B N K")
    assert (solved.matrix - B * (2 * N**3 / 3 + 2 * N**2 * K)).expand() == 0
    P, R, D = dims("P R D")
    city = trace(lambda a, b: torch.cdist(a, b, p=1.0), "fp32[B, P, D]", "fp32[B, R, D]")
    assert (city.vector - B * P * R * (3 * D - 1)).expand() == 0
    assert city.transcendental == 0
    euclid = trace(lambda a, b: torch.cdist(a, b), "fp32[P, D]", "fp32[R, D]")
    assert (euclid.matrix - 2 * P * R * (D + 2)).expand() == 0
    with pytest.raises(SymroofError, match="hold for"):  # few rows go pair by pair, which the traces do not see
        euclid.at(P=20, R=20)
    few = trace(lambda a, b: torch.cdist(a, b), "fp32[P, D]", "fp32[R, D]", sizes={"P": 20, "R": 20, "D": 5})
    assert (few.vector, few.transcendental) == (400 * 14, 400)


def test_a_change_of_the_cut_dim_is_an_all_to_all() -> None:
    """By hand: all devices hold V bytes, and an AllToAll on a ring takes V/8 of a link; the gathering takes more."""
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import DTensor, Replicate, Shard

    class Turned(nn.Module):
        def __init__(self, X, to):
            super().__init__()
            self.mesh, self.to_ = init_device_mesh("cpu", (X,), mesh_dim_names=("X",)), to

        def forward(self, x):
            here = DTensor.from_local(x, self.mesh, [Shard(0)], run_check=False)
            return here.redistribute(self.mesh, [self.to_]).to_local()

    D, X = dims("D X")
    turned = trace(sized(lambda X: Turned(X, Shard(1))), "bf16[D, D*X]", mesh="X")
    assert (turned.sent["ici"] - 2 * D**2 * X**2 / 8).expand() == 0
    whole = trace(sized(lambda X: Turned(X, Replicate())), "bf16[D, D*X]", mesh="X")
    assert (whole.sent["ici"] - D**2 * X * (X - 1)).expand() == 0


def test_token_shifts_read_and_write_what_a_hand_count_says() -> None:
    """They counted nothing, and what is cut off by padding below 0 counted as read."""
    pad = torch.nn.functional.pad
    shifts = {
        "zeros before": (lambda x: torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], 1), 2 * 7 - 1),
        "padded": (lambda x: pad(x, (0, 0, 1, -1)), 2 * 7 - 1),
        "padded, used": (lambda x: pad(x, (0, 0, 1, -1)) * 2, 2 * 7 - 1),
        "a module": (torch.nn.ZeroPad2d((0, 0, 1, -1)), 2 * 7 - 1),
        "from behind": (lambda x: pad(x, (0, 0, -1, 1)) * 2, 2 * 7 - 1),
        "both sides": (lambda x: pad(x, (0, 0, -2, -1)) * 2, 2 * (7 - 3)),
        "turned round": (lambda x: torch.cat([x[:, 1:], x[:, :1]], 1), 2 * 7),
        "as it was": (lambda x: torch.cat([x[:, :1], x[:, 1:]], 1), 0),
        "padded by nothing": (lambda x: pad(x, (0, 0, 0, 0)), 0),
    }
    for name, (f, rows) in shifts.items():
        program = trace(f, "fp32[B, T, D]", backend="torch")
        there = program.at(B=3, T=7, D=5)
        assert there.compulsory == 4 * 3 * 5 * rows, name
        assert there.compulsory <= there.bytes <= there.unfused
    alone = trace(shifts["turned round"][0], "fp32[B, T, D]", backend="torch").at(B=3, T=1, D=5)
    assert alone.compulsory == 0  # of one token it is x
