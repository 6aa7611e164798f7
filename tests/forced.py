"""Python in a process of its own with several devices on one processor, as XLA is told before JAX is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = str(Path(__file__).parent)


def on_devices(code: str, count: int = 8) -> subprocess.CompletedProcess[str]:
    """What a program did and printed there; it may import what stands beside the tests."""
    env = {**os.environ, "XLA_FLAGS": f"--xla_force_host_platform_device_count={count}"}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (HERE, env.get("PYTHONPATH"))))
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
