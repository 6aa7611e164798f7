"""A roofline whose sizes are sliders, for notebooks (extra ``interactive``)."""

from __future__ import annotations

from typing import Any

from symroof.errors import SymroofError
from symroof.model.ops import an_op, op
from symroof.writing.roofs import machines_of, roofline

USUAL = 4096  # where a slider stands at first


def explore(operation: object, machine: object, **sizes: int) -> Any:
    """The roofline of an operation with a slider for each open size; in a notebook it is drawn anew as they move.

    Sliders are logarithmic, from 1 to 2**20, and stand for the next size that divides over its mesh axes; ``sizes``
    says where they stand at first.  ``.chart`` is the picture shown as data, ``.sizes`` are the sizes it is of, and
    ``.sliders[name].value`` moves one.

    >>> from symroof import op
    >>> shown = explore(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "TPU v5e", B=512)  # doctest: +SKIP
    >>> shown.sliders["B"].value = 64  # doctest: +SKIP

    Raises SymroofError where ipywidgets or Matplotlib is missing, for an unknown machine, and for a size that the
    operation has not.
    """
    try:
        import ipywidgets
    except ImportError:
        raise SymroofError('sliders need ipywidgets: pip install "symroof[interactive]"') from None
    o = op(operation) if isinstance(operation, str) else an_op(operation)
    chips = machines_of(machine)
    names = [d for d in o.dims if d not in dict(o.sizes)]
    stray = sorted(set(sizes) - set(names))
    if stray:
        raise SymroofError(f"{stray[0]} is no open size of {o.text}; it has {', '.join(names) or 'none'}")
    sliders = {
        n: ipywidgets.FloatLogSlider(
            value=sizes.get(n, USUAL), base=2, min=0, max=20, step=0.125, description=n, readout_format=".0f",
            continuous_update=False,
        )
        for n in names
    }  # fmt: skip
    picture = ipywidgets.Image(format="png")
    box = ipywidgets.VBox([*sliders.values(), picture])
    box.sliders = sliders

    def drawn(_: object = None) -> None:
        box.sizes = {n: o.cuts.nearest(n, max(1, round(s.value)), up=True) for n, s in sliders.items()}
        box.chart = roofline(chips, o.at(**box.sizes) if box.sizes else o)
        picture.value = box.chart._repr_png_()

    for slider in sliders.values():
        slider.observe(drawn, names="value")
    drawn()
    return box
