"""From a user's code to closed forms: JAX and PyTorch programs traced at prime sizes and read back as polynomials."""
