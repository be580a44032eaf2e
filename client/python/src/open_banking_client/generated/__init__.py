"""Modules that `npm run generate` writes from the bank's table of operations."""
