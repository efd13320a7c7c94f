"""The client that blocks, made of `_async` by `tools/make_sync.py`."""
