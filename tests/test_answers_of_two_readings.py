"""Values told in a form with two readings, and formulas with their unit behind them; each with wrong neighbours.

Earlier tests drew keys that are formulas or values with a unit, never a formula with one (140/TP GB), nor a loss told
with its sign, billions beside bytes, "by" between symbols, or a duration whose last part ends in a zero.  The first
tests of formulas with a unit drew them alone, never behind a name, a sign or a word, nor before a full stop.
"""

from __future__ import annotations

import pytest
from marks import outcome

AROUND = (
    *("{}.", "T_0 = {}", "= {}", "~{}", "≈ {}", "it's {}", "${}$", "about {}", "roughly {}", "it takes {}", "so {}"),
    *("{} in total", "{} (approximately)", "so T_0 = {} in total."),
)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("25 ms", {"loss: 25 ms": "R", "loss: -25 ms": "U", "loss: -52 ms": "W", "gain: -25 ms": "W"}),
        ("140 GFLOPs", {"2 FLOPs/byte * 70B": "U", "3 FLOPs/byte * 70B": "W", "2 FLOPs/byte * 70 GB": "R"}),
        ("140 GB", {"2 FLOPs/byte * 70B": "W", "2 bytes * 70B": "R"}),
        ("V/W + a", {"V by W plus a": "U", "a plus V by W": "U", "W by V plus a": "W", "V/W plus a": "R"}),
        ("V*W + a", {"V by W plus a": "U"}),
        ("140/TP GB", {"140/TP GB": "R", "140 GB/TP": "R", "140e9/TP bytes": "R", "140/TP": "U"}),
        ("140/TP GB", {"70/TP GB": "W", "140/TP MB": "W", "140/TP ms": "W", "70/TP": "W", "140 GB": "W"}),
        ("2*n GB", {"2n GB": "R", "2 GB * n": "R", "2000n MB": "R", "2n": "U", "2n MB": "W", "4n GB": "W"}),
        ("12*L ms", {"12 ms * L": "R", "12 L ms": "R", "12L": "U", "24L ms": "W", "12 L s": "W"}),
        ("12*L ms", {"12 ms per layer": "U", "L times 12 ms": "U"}),
        # what leads to such a formula or ends it, and a name for it, each with its wrong neighbour
        *(
            ("12*L ms", {said.format("12*L ms"): "R", said.format("13*L ms"): "W", said.format("12*L us"): "W"})
            for said in AROUND
        ),
        *(("140/TP GB", {said.format("140/TP GB"): "R", said.format("140/TP MB"): "W"}) for said in AROUND),
        *(("(V + 2)/W us", {said.format("(V + 2)/W us"): "R", said.format("(V + 3)/W us"): "W"}) for said in AROUND),
        ("12*L ms", {"T = 12*L": "U", "t_0 = 12*L ms + 1 ms": "W", "~12 ms": "W", "~140 ms/L": "W"}),
        ("2*N*D FLOPs", {"2ND": "R", "2ND FLOPs": "R", "4ND": "W"}),
        ("259 min", {"4 h 19 min": "R", "4 h 20 min": "W", "about 4 h 20 min": "R"}),
        ("260 min", {"4 h 20 min": "R", "4:20 h": "R"}),
        ("130 s", {"2 min 10 s": "R", "2 min 20 s": "W"}),
        ("129 s", {"2 min 10 s": "W"}),
        ("6.3e9", {"6,300,000,000 in total": "R", "6,300,000 in total": "W"}),
        ("6 GB", {"4 GB weights, 2 GB kv, 6 GB in total": "R"}),
        ("5 ms", {"5 ms, e.g. on H100": "R", "5 ms, e.g. on H100 7 ms": "U", "5 ms, e.g. for 20 GB": "R"}),
        # letters of units as symbols with powers, an x beside a power in small letters, whole numbers with a share
        ("F*B/W", {"F B W^-1": "R", "F B W⁻¹": "R", "F B W^-2": "W"}),
        ("6*F*B/P", {"6 x B x F P⁻¹": "R", "3 x B x F P⁻¹": "W"}),
        ("954.5 W", {"954½ W": "R", "954⅓ W": "W"}),
        ("77", {"77 more than needed": "U"}),
        ("67 s", {"67 s, in practice 67 s": "R", "67 s, in practice 100.5 s": "U"}),
    ],
)
def test_forms_with_two_readings(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers
