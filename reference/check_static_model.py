"""Loads a folder with Python's model2vec and prints what it sees: proof that the folder is a valid model.

usage: check_static_model.py MODEL2VEC_FOLDER...
"""

import sys

from model2vec import StaticModel

for folder in sys.argv[1:]:
    model = StaticModel.from_pretrained(folder)
    vector = model.encode("bus")
    print(f"{folder}: {len(model.tokens)} tokens, table {model.embedding.shape} {model.embedding.dtype}, "
          f"normalize {model.normalize}, median token length {model.median_token_length}, "
          f"bus {' '.join(f'{x:.6f}' for x in vector[:4])}")
