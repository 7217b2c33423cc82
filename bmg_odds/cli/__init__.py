"""The command line: options in, answers out; no arithmetic."""
