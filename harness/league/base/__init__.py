"""The ground floor: errors, words, processes, locks, progress, the registry of models."""
