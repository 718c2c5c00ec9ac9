"""Makes records.npy and sequential.safetensors: files as other programs write them, for our readers.

    python3 tests/data/learn/files.py     # in this folder; NumPy 2.4.6, PyTorch 2.15.0, safetensors
"""

import numpy as np
import torch
from safetensors.torch import save_file

record = np.dtype([("bits", "<u8", (2,)), ("target", "<f4"), ("weight", "<f4"), ("group", "<u4")])
records = np.zeros(2, record)
records[0] = ([1, 2], 0.5, 2, 11)
records[1] = ([8, 0], 1, 1, 12)
np.save("records.npy", records)

torch.manual_seed(3)
network = torch.nn.Sequential(torch.nn.Linear(5, 4), torch.nn.Hardtanh(0, 1), torch.nn.Linear(4, 1))
remarks = {"game": "milestone", "inputs": "cells 1", "activations": "clipped-relu,linear"}
save_file(network.state_dict(), "sequential.safetensors", metadata=remarks)
print(network(torch.zeros(1, 5)).item(), network(torch.tensor([[1.0, 0, 0, 1, 1]])).item())
