"""Writes the goldens of the pruning methods: core/src/test/resources/golden/methods/*.txt.

    python reference/make_method_goldens.py [--repos DIR] [METHOD ...]

The published repositories are cloned into DIR (default: repos) when they are not there. Needs
torch and numpy of requirements.txt; no weights, no GPU.
"""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from methodgold import before, clips, inside, ours, pictures, source, tower, video  # noqa: E402

FOLDER = Path(__file__).parent.parent / "core/src/test/resources/golden/methods"

MAKERS = {
    "fastv": lambda: inside.fastv(FOLDER),
    "sparsevlm": lambda: inside.sparsevlm(FOLDER, False),
    "sparsevlm-anchors": lambda: inside.sparsevlm(FOLDER, True),
    "dart": lambda: inside.dart(FOLDER),
    "visionzip": lambda: tower.visionzip(FOLDER),
    "visionzip-qwen": lambda: tower.visionzip_qwen(FOLDER),
    "prunesid": lambda: tower.prunesid(FOLDER),
    "prunesid-qwen": lambda: tower.prunesid_qwen(FOLDER),
    "divprune": lambda: before.divprune(FOLDER),
    "cdpruner": lambda: before.cdpruner(FOLDER),
    "mmtok": lambda: before.mmtok(FOLDER),
    "mmtok-words": lambda: before.mmtok_words(FOLDER),
    "fastvid": lambda: video.fastvid(FOLDER),
    "vidcom2": lambda: clips.vidcom2(FOLDER),
    "evs": lambda: clips.evs(FOLDER),
    "fastervlm": lambda: pictures.fastervlm(FOLDER),
    "vispruner": lambda: pictures.vispruner(FOLDER),
    "dycoke": lambda: clips.dycoke(FOLDER),
    "dycoke-cache": lambda: clips.dycoke_cache(FOLDER),
    "prunevid": lambda: clips.prunevid(FOLDER),
    "prunevid-question": lambda: clips.prunevid_question(FOLDER),
    "holitom": lambda: clips.holitom(FOLDER),
    "holitom-inner": lambda: clips.holitom_inner(FOLDER),
    "llava-scissor": lambda: clips.llava_scissor(FOLDER),
    "fitprune": lambda: inside.fitprune(FOLDER),
    "scope": lambda: pictures.scope(FOLDER),
    "agilepruner": lambda: ours.agilepruner(FOLDER),
    "mustdrop": lambda: inside.mustdrop(FOLDER),
    "mustdrop-merge": lambda: tower.mustdrop_merge(FOLDER),
    "tome": lambda: tower.tome(FOLDER),
    "hiprune": lambda: pictures.hiprune(FOLDER),
    "pyramiddrop": lambda: pictures.pyramiddrop(FOLDER),
    "prumerge": lambda: pictures.prumerge(FOLDER, False),
    "prumerge-plus": lambda: pictures.prumerge(FOLDER, True),
    "vscan": lambda: pictures.vscan(FOLDER),
    "vscan-qwen": lambda: pictures.vscan_qwen(FOLDER),
    "qcpruner": lambda: ours.qcpruner(FOLDER),
    "qcpruner-early": lambda: ours.early(FOLDER),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--repos", type=Path, default=Path("repos"))
    parser.add_argument("methods", nargs="*")
    arguments = parser.parse_args()
    source.ROOT = arguments.repos
    for name in arguments.methods or MAKERS:
        MAKERS[name]()
