"""The client that is awaited. `_sync` is made of this package by `tools/make_sync.py`; change it here."""
