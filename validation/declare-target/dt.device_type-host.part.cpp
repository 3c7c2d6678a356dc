int defined_elsewhere(int n) { return 7 * n; }
