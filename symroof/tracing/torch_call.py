"""A PyTorch call at any sizes: fake tensors and modules without memory, its forward, backward and optimizer's step."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any, final

from symroof import dtypes
from symroof.errors import SymroofError
from symroof.tracing.asked import Asked, whole_number
from symroof.tracing.shapes import COMPLEX, Setting, Sized, is_array, read_spec
from symroof.tracing.torch_groups import pretended
from symroof.tracing.torch_tape import Tape, local, recorder, tensors


def need_torch() -> Any:
    """The module torch; one message where it is not installed."""
    try:
        import torch
    except ImportError:
        raise SymroofError('PyTorch is not installed; pip install "symroof[torch]"') from None
    return torch


def is_config(x: Any) -> bool:
    """Whether it is a Hugging Face configuration."""
    return any(k.__name__ in ("PretrainedConfig", "PreTrainedConfig") for k in type(x).__mro__)


def model_of(x: Any) -> Any:
    """The causal language model of a Hugging Face configuration, without weights."""
    from transformers import AutoModel, AutoModelForCausalLM

    try:
        return AutoModelForCausalLM.from_config(x)
    except ValueError:
        return AutoModel.from_config(x)


@final
class TorchTracer:
    """Runs one call on fake tensors at any assignment of its sizes."""

    def __init__(self, asked: Asked, letters: Setting) -> None:
        self.asked, self.letters, self.torch = asked, letters, need_torch()
        self.learns = False  # whether some module has parameters, so that the inputs need no gradient
        self.axes: dict[str, tuple[str, int]] = {}  # of process groups met: mesh axis and size

    # -- arguments ---------------------------------------------------------------------------------------------------
    def _array(self, text: str, sizes: Mapping[str, int], real: bool) -> Any:
        torch = self.torch
        spec = read_spec(text, self.asked.axes)
        dtype = _torch_dtype(torch, spec.dtype)
        shape = spec.at(sizes, local=True)
        if not (dtype.is_floating_point or dtype.is_complex):
            return torch.zeros(shape, dtype=dtype)
        x = torch.randn(shape).to(dtype) * 0.1 if real else torch.empty(shape, dtype=dtype)
        return x.requires_grad_() if self.asked.options.get("backward") and not self.learns else x

    def value(self, x: Any, sizes: Mapping[str, int], fake: Any, real: bool = False) -> Any:
        """An argument at these sizes: fake tensors, fake copies of modules, numbers for symbols."""
        torch = self.torch
        if isinstance(x, str):
            return self._array(x, sizes, real) if is_array(x) else x
        if isinstance(x, Sized) or is_config(x):
            return self._built(x, sizes, fake, real)
        if hasattr(x, "free_symbols"):
            return whole_number(x, sizes)
        if isinstance(x, (torch.nn.Module, torch.Tensor)):
            return x if real or _is_fake(x, torch) else _without_memory(x, fake, torch)
        if isinstance(x, Mapping):
            return {k: self.value(v, sizes, fake, real) for k, v in x.items()}
        if isinstance(x, (list, tuple)):
            return type(x)(self.value(v, sizes, fake, real) for v in x)
        return x

    def _built(self, x: Any, sizes: Mapping[str, int], fake: Any, real: bool) -> Any:
        """What ``sized`` or a configuration makes: among fake tensors, or on the device "meta" where that fails."""

        def build() -> Any:
            made = x.at(sizes) if isinstance(x, Sized) else x
            return model_of(made) if is_config(made) else made

        if real or fake is None:
            return self.value(build(), sizes, fake, real)
        first: Exception | None = None
        if not self.asked.axes:
            try:
                with fake:
                    return self.value(build(), sizes, fake)
            except (RuntimeError, AttributeError) as e:  # casts of a fake module, numbers of tensors in its making
                first = e
        try:
            with self.torch.device("meta"):
                made = build()
        except Exception as e:
            raise (first or e) from None
        return self.value(made, sizes, fake)

    # -- a run -------------------------------------------------------------------------------------------------------
    def tape(self, sizes: Mapping[str, int]) -> Tape:
        """The operators at these sizes."""
        torch, options = self.torch, self.asked.options
        from torch._subclasses.fake_tensor import FakeTensorMode

        tape, paths = Tape(), [""]
        fake = FakeTensorMode(allow_non_fake_inputs=True)
        with ExitStack() as stack:
            stack.enter_context(_untold())
            stack.enter_context(pretended({a: sizes[a] for a in self.asked.axes}, self.axes))
            f = self.value(self.asked.f, sizes, fake)
            given = [self.value(x, sizes, fake) for x in self.asked.args if not is_array(x)]
            self.learns = any(True for m in _modules((f, given), torch) for _ in m.parameters())
            stack.enter_context(fake)
            stack.enter_context(_plainly(torch, options.get("sdpa") == "written"))
            at = iter(given)
            args = [self.value(a, sizes, fake) if is_array(a) else next(at) for a in self.asked.args]
            kwargs = {k: self.value(v, sizes, fake) for k, v in self.asked.kwargs.items()}
            modules = _modules((f, args, kwargs), torch)
            if options.get("backward") and any(isinstance(m, torch.jit.ScriptModule) for m in modules):
                raise SymroofError(
                    f"{self.asked.text}: the gradient of a TorchScript module is not traced, as its "
                    "weights cannot be copied without memory; trace the module before torch.jit.script"
                )
            _apart_from(stack, modules)
            optimizer = self._optimizer(modules)
            _labelled(tape, modules, (args, kwargs), optimizer, torch)
            leaves = [p for m in modules for p in m.parameters()] + tensors((args, kwargs), torch)
            leaves += _state(optimizer, torch)
            before = len(tape.storages)
            _named(stack, modules, paths)
            with recorder(torch, tape, paths):
                result = f(*args, **kwargs)
                self._after(result, optimizer)
            outs = [] if options.get("backward") else tensors(result, torch)
            outs += [t.grad for t in leaves if t.is_leaf and t.grad is not None]
            outs += [t for t in leaves if tape.storage(local(t)) >= before]
            tape.outs = [tape.seen(local(t)) for t in outs]
        return tape

    def _optimizer(self, modules: list[Any]) -> Any:
        """The optimizer after a first step on gradients of 0, so that its state is there as in every later step."""
        make = self.asked.options.get("optimizer")
        if make is None:
            return None
        if not self.asked.options.get("backward"):
            raise SymroofError("optimizer= steps after loss.backward(): say backward=True too")
        every = list(dict.fromkeys(p for m in modules for p in m.parameters()))
        if not every:
            raise SymroofError(f"{self.asked.text} has no parameters that an optimizer could step")
        made = make(every)
        if not hasattr(made, "step"):
            raise SymroofError(
                f"optimizer= is a class or function of parameters, as in torch.optim.AdamW, not {make!r}"
            )
        for p in every:
            p.grad = self.torch.zeros_like(p) if p.requires_grad else None
        made.step()
        made.zero_grad(set_to_none=True)
        return made

    def _after(self, result: Any, optimizer: Any) -> None:
        """The backward pass and the optimizer's step, where asked for."""
        torch = self.torch
        if not self.asked.options.get("backward"):
            return
        loss = getattr(result, "loss", None)
        if loss is None:
            found = [t for t in tensors(result, torch) if t.requires_grad]
            if not found:
                raise SymroofError(f"{self.asked.text} returns nothing that has a gradient; backward=True needs one")
            loss = found[0] if found[0].numel() == 1 else found[0].sum()
        loss.backward()
        if optimizer is not None:
            optimizer.step()

    def runner(self, sizes: Mapping[str, int]) -> Callable[[], object]:
        """The function on tensors of these sizes, as ``measure`` runs it."""
        torch = self.torch
        whole = self.letters.sizes({n: sizes[n] for n in self.letters.bases if n in sizes})
        f = self.value(self.asked.f, whole, None, real=True)
        self.learns = any(True for m in _modules(f, torch) for _ in m.parameters())
        args = [self.value(a, whole, None, real=True) for a in self.asked.args]
        kwargs = {k: self.value(v, whole, None, real=True) for k, v in self.asked.kwargs.items()}
        optimizer = self._optimizer(_modules((f, args, kwargs), torch))
        still = nullcontext() if self.asked.options.get("backward") else torch.no_grad()

        def run() -> object:
            with still:
                result = f(*args, **kwargs)
            self._after(result, optimizer)
            if torch.cuda.is_available():
                torch.cuda.synchronize()
            return result

        return run


# -- tensors and modules ----------------------------------------------------------------------------------------------


def _is_fake(x: Any, torch: Any) -> bool:
    from torch._subclasses.fake_tensor import FakeTensor

    found = [x] if isinstance(x, torch.Tensor) else list(x.parameters())[:1]
    return bool(found) and isinstance(local(found[0]), FakeTensor)


def _without_memory(x: Any, fake: Any, torch: Any) -> Any:
    """A copy whose tensors are fake; those of the device "meta" become the processor's."""
    from torch._subclasses.fake_tensor import FakeCopyMode

    if isinstance(x, torch.Tensor):
        return _fake(x, fake, torch, {})
    if any(p.is_meta or local(p) is not p for p in (*x.parameters(), *x.buffers())):
        known: dict[int, Any] = {}
        made = x if all(p.is_meta for p in x.parameters()) else copy.deepcopy(x)
        for m in made.modules():
            for held in (m._parameters, m._buffers):
                for k, p in held.items():
                    if p is not None:
                        held[k] = _fake(p, fake, torch, known)
        return made
    with FakeCopyMode(fake), fake:
        return copy.deepcopy(x)


def _fake(p: Any, fake: Any, torch: Any, known: dict[int, Any]) -> Any:
    """A fake tensor of the same shape and kind; tied ones stay tied."""
    if id(p) in known:
        return known[id(p)]
    inner = local(p)
    with fake:
        made = torch.empty_strided(inner.shape, inner.stride(), dtype=inner.dtype) if inner.is_meta else (
            fake.from_tensor(inner.detach()))  # fmt: skip
        if inner is not p:
            from torch.distributed.tensor import DTensor

            made = DTensor.from_local(made, p.device_mesh, p.placements, run_check=False, shape=p.shape,
                                      stride=p.stride())  # fmt: skip
        if isinstance(p, torch.nn.Parameter):
            made = torch.nn.Parameter(made, requires_grad=p.requires_grad)
        elif p.requires_grad and p.is_leaf:
            made = made.detach().requires_grad_()
    known[id(p)] = made
    return made


def _modules(x: Any, torch: Any) -> list[Any]:
    if isinstance(x, torch.nn.Module):
        return [x]
    if isinstance(x, (list, tuple)):
        return [m for y in x for m in _modules(y, torch)]
    if isinstance(x, Mapping):
        return [m for y in x.values() for m in _modules(y, torch)]
    owner = getattr(x, "__self__", None)
    return [owner] if isinstance(owner, torch.nn.Module) else []


def _state(optimizer: Any, torch: Any) -> list[Any]:
    return [] if optimizer is None else [t for row in optimizer.state.values() for t in tensors(row, torch)]


def _labelled(tape: Tape, modules: list[Any], given: Any, optimizer: Any, torch: Any) -> None:
    """Storages that are there before the function runs, by what they are."""
    for m in modules:
        for n, p in m.named_parameters():
            tape.storage(local(p), f"weight {n}")
        for n, b in m.named_buffers():
            tape.storage(local(b), f"buffer {n}")
    for i, t in enumerate(tensors(given, torch)):
        tape.storage(local(t), f"argument {i}")
    for i, t in enumerate(_state(optimizer, torch)):
        tape.storage(local(t), f"state {i}")


def _apart_from(stack: ExitStack, modules: list[Any]) -> None:
    """Gradients of parameters that could not be copied, as of TorchScript, are put back as they were."""
    for p in (p for m in modules for p in m.parameters() if p.is_leaf):
        stack.callback(setattr, p, "grad", p.grad)
        p.grad = None


@contextmanager
def _untold() -> Iterator[None]:
    """What PyTorch logs where a function does not run at some sizes is not for the reader: the error itself is told."""
    log = logging.getLogger("torch._subclasses.fake_tensor")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


@contextmanager
def _plainly(torch: Any, written: bool) -> Iterator[None]:
    """TorchScript without its profiling, recurrent layers step by step, attention written out where that is asked."""
    with ExitStack() as stack:
        stack.enter_context(torch.jit.optimized_execution(False))
        get, put = getattr(torch._C, "_get_mkldnn_enabled", None), getattr(torch._C, "_set_mkldnn_enabled", None)
        if get is not None and put is not None:
            stack.callback(put, get())
            put(False)
        if written:
            backends = torch.nn.attention
            stack.enter_context(backends.sdpa_kernel(backends.SDPBackend.MATH))
        yield


def _named(stack: ExitStack, modules: list[Any], paths: list[str]) -> None:
    """Keep the path of the module that runs."""
    names = {id(s): n for m in modules for n, s in m.named_modules()}
    from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

    def enter(module: Any, args: Any) -> None:
        paths.append(names.get(id(module), paths[-1]).replace(".", "/"))

    def leave(module: Any, args: Any, result: Any) -> None:
        paths.pop()

    for handle in (register_module_forward_pre_hook(enter), register_module_forward_hook(leave, always_call=True)):
        stack.callback(handle.remove)


def _torch_dtype(torch: Any, name: str) -> Any:
    own = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32", "tf32": "float32", "fp64": "float64",
           "fp8": "float8_e4m3fn"}  # fmt: skip
    exactly = name in (*COMPLEX, "uint8", "uint16", "uint32", "uint64", "float8_e5m2", "float8_e4m3fn")
    short = name if exactly else dtypes.dtype(name).name
    found = getattr(torch, own.get(short, short), None)
    if found is None:
        raise SymroofError(f"this PyTorch has no dtype for {name}")
    return found
