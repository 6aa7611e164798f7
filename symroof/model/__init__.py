"""Operations meet machines: work, traffic, times, thresholds."""
