int defined_elsewhere(int n) { return -n * n * n; }
