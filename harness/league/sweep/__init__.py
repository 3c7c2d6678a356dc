"""Plans over shapes and sizes: teams, threads, simd, parameters."""
