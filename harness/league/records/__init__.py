"""What is recorded: schema, storage, verdicts, known issues, and runs read back."""
