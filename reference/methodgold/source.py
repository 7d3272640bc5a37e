"""Takes single functions or statements out of published repositories at fixed revisions.

The repositories are cloned by whoever runs the script; nothing of them is kept here.
"""
import ast
import subprocess
import textwrap
from pathlib import Path

REVISIONS = {
    "pkunlp-icler/FastV": "d165972",
    "Gumpest/SparseVLMs": "734d900",
    "xqy1111111/DART": "d6a5af6",
    "dvlab-research/VisionZip": "3151f6d",
    "jsilvcast/VisionZip": "c00dbe5",
    "vbdi/divprune": "799e2d9",
    "Theia-4869/CDPruner": "9541616",
    "Ironieser/MMTok": "d1522cd",
    "ZhengyaoFang/PruneSID": "4ef17d9",
    "LunarShen/FastVID": "a40a109",
    "xuyang-liu16/VidCom2": "944a17d",
    "KD-TAO/DyCoke": "dd74634",
    "Visual-AI/PruneVid": "b12600c",
    "cokeshao/HoliTom": "e9b2972",
    "HumanMLLM/LLaVA-Scissor": "b63354c",
    "sgl-project/sglang": "cce0a1244b5",
    "Theia-4869/FasterVLM": "f5d5f12",
    "Theia-4869/VisPruner": "aefa01a",
    "Danielement321/HiPrune": "6e83a12",
    "Cooperx521/PyramidDrop": "6444f30",
    "42Shawn/LLaVA-PruMerge": "097c041",
    "facebookresearch/ToMe": "af95e4b",
    "liuting20/MustDrop": "909afa5",
    "ywh187/FitPrune": "d28e418",
    "kinredon/SCOPE": "6bf7306",
    "Tencent/SelfEvolvingAgent": "a82450e",
}

ROOT = Path("repos")


def repository(name):
    """The git directory of a repository; cloned without a work tree when it is not there."""
    for place in (ROOT / (name.replace("/", "+")) / "repo", ROOT / name.replace("/", "+")):
        if place.exists():
            return place
    ROOT.mkdir(parents=True, exist_ok=True)
    place = ROOT / name.replace("/", "+")
    subprocess.run(
        ["git", "clone", "--bare", "--quiet", f"https://github.com/{name}.git", str(place)], check=True)
    return place


def read(name, path):
    command = ["git", "-C", str(repository(name)), "show", f"{REVISIONS[name]}:{path}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def origin(name, path):
    return f"{name} @{REVISIONS[name]} {path}"


def define(text, names, scope):
    """Runs only the named top-level functions, classes and assignments of a module's text."""
    wanted = []
    for node in ast.parse(text).body:
        targets = [t.id for t in getattr(node, "targets", []) if isinstance(t, ast.Name)]
        if getattr(node, "name", None) in names or any(t in names for t in targets):
            wanted.append(node)
    exec(compile(ast.Module(wanted, []), "<published>", "exec"), scope)
    return scope


def method(text, cls, name, scope):
    """One method of a class as a plain function (self stays its first argument)."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and (cls is None or node.name == cls):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name == name:
                    item.decorator_list = []
                    exec(compile(ast.Module([item], []), "<published>", "exec"), scope)
                    return scope[name]
    raise SystemExit(f"no method {cls}.{name}")


def between(text, first, last):
    """Code for the lines from the one that holds `first` to the next that holds `last`."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if first in line)
    end = next(i for i in range(start, len(lines)) if last in lines[i])
    return compile(textwrap.dedent("\n".join(lines[start:end + 1])), "<published>", "exec")
