#!/usr/bin/env python3
"""Makes crates/model-minilm/data/all-minilm-l6-v2-int8.safetensors from the published f32 weights.

    pip install numpy safetensors
    python3 tools/quantise_minilm.py model.safetensors all-minilm-l6-v2-int8.safetensors

The input is `model.safetensors` of sentence-transformers/all-MiniLM-L6-v2 (SHA-256 below; anything else is refused).
Each row of each matrix is divided by (its largest absolute value / 127) and rounded; that scale is kept beside it as
`<name>_scale`. Biases, layer normalisation and the two-row segment table stay f32; the pooler, which sentence embeddings
do not use, is left out. The output is the same to the byte on every run, and its SHA-256 is checked too.
"""

import hashlib
import sys

import numpy as np
from safetensors.numpy import load, save_file

SOURCE = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
RESULT = "bf33aa9705623902a9c58b58786b6dcede8004e11e52952dd83a579e2ab4cd01"

# One entry only: several would be written in a random order.
ABOUT = f"all-MiniLM-L6-v2 (Apache-2.0), symmetric int8 per output row with f32 scale; from model.safetensors sha256 {SOURCE}"

LEFT_OUT = ("pooler.", "embeddings.position_ids")
KEPT_AS_F32 = "embeddings.token_type_embeddings.weight"


def check(what, data, expected):
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        sys.exit(f"{what} has the SHA-256 {found}, expected {expected}")


def quantise(matrix):
    scales = np.abs(matrix).max(axis=1) / 127.0
    scales[scales == 0] = 1e-12
    steps = np.rint(matrix / scales[:, None])
    return np.clip(steps, -127, 127).astype(np.int8), scales.astype(np.float32)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    check("the input", data, SOURCE)
    tensors = {}
    for name, tensor in load(data).items():
        if name.startswith(LEFT_OUT):
            continue
        tensor = tensor.astype(np.float32)
        if tensor.ndim == 2 and name != KEPT_AS_F32:
            tensors[name], tensors[f"{name}_scale"] = quantise(tensor)
        else:
            tensors[name] = tensor
    save_file(tensors, sys.argv[2], metadata={"about": ABOUT})
    with open(sys.argv[2], "rb") as file:
        check("the output", file.read(), RESULT)


if __name__ == "__main__":
    main()
