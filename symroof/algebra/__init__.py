"""The algebra: exact sparse posynomial ratios, regimes, certified errors, thresholds, optima; it knows no hardware."""
