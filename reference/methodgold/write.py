"""Seeded inputs and the text format of the goldens.

A file is notes (# lines) and cases. A case line opens a case; `i NAME v ...` are whole numbers,
`m NAME ROWS COLS v ...` is an input matrix in units of 1/64 (so every value is an exact float),
`f NAME ROWS COLS v ...` is an output matrix in decimals, `t NAME text` is a text with \\n for a newline.
"""
import numpy as np
import torch

UNIT = 64


class Draw:
    """Inputs on a grid of 1/64: the same numbers in every language."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)

    def matrix(self, rows, cols):
        return self.random.randint(-160, 161, size=(rows, cols)).astype(np.float64) / UNIT

    def distinct(self, rows, cols):
        """Positive scores without ties inside a row."""
        return np.stack([self.random.permutation(4 * cols)[:cols] + 1 for _ in range(rows)]) / UNIT

    def clustered(self, rows, cols):
        """Rows around a few centres, as the patches of a picture are."""
        centres = self.random.randint(-120, 121, size=(max(2, rows // 6), cols))
        of = self.random.randint(0, len(centres), size=rows)
        return (centres[of] + self.random.randint(-25, 26, size=(rows, cols))) / UNIT

    def features(self, index, rows, cols):
        return self.clustered(rows, cols) if index % 2 else self.matrix(rows, cols)

    def whole(self, low, high):
        return int(self.random.randint(low, high + 1))


class Golden:
    def __init__(self, path, notes):
        self.path = path
        self.lines = [f"# {note}" for note in notes]
        self.cases = 0

    def case(self):
        self.lines.append(f"case {self.cases}")
        self.cases += 1

    def ints(self, name, values):
        self.lines.append(f"i {name} " + " ".join(str(int(v)) for v in np.ravel(values)))

    def matrix(self, name, values):
        units = np.rint(np.asarray(values) * UNIT).astype(int)
        assert np.array_equal(units / UNIT, values), name
        rows, cols = units.shape
        self.lines.append(f"m {name} {rows} {cols} " + " ".join(map(str, units.ravel())))

    def floats(self, name, values):
        values = np.atleast_2d(np.asarray(values, dtype=np.float64))
        rows, cols = values.shape
        self.lines.append(f"f {name} {rows} {cols} " + " ".join(f"{v:.7g}" for v in values.ravel()))

    def text(self, name, value):
        self.lines.append(f"t {name} " + value.replace("\n", "\\n"))

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        print(f"{self.path.name}: {self.cases} cases, {self.path.stat().st_size} bytes")


def tensor(values):
    return torch.tensor(np.asarray(values), dtype=torch.float64)


class Falling:
    """Stands in for torch.rand: falling values far below any real difference.

    Published clustering adds random noise up to 1e-6 to make densities distinct. The specification
    replaces it by "the lower index is the denser of two equals", and so does this.
    """

    def __enter__(self):
        self.rand = torch.rand
        torch.rand = lambda shape, **kw: torch.arange(
            shape[-1], 0, -1, dtype=kw.get("dtype", torch.float64)).expand(shape) * 1e-6
        return self

    def __exit__(self, *rest):
        torch.rand = self.rand


class ExactPca:
    """Stands in for torch.pca_lowrank, which is randomised: the exact leading components."""

    def __enter__(self):
        self.pca = torch.pca_lowrank

        def exact(a, q=6, center=True, niter=2):
            u, s, v = torch.linalg.svd(a - a.mean(dim=-2, keepdim=True), full_matrices=False)
            return u[..., :q], s[..., :q], v.transpose(-2, -1)[..., :q]

        torch.pca_lowrank = exact
        return self

    def __exit__(self, *rest):
        torch.pca_lowrank = self.pca
