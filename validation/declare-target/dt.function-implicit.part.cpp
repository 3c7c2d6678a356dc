int defined_elsewhere(int n) { return -2 * n; }
