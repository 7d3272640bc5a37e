"""Prepares LLaVA's published 13B answers for `qcpruner score`.

    python public_answers.py LLAVA_CLONE POPE_CLONE MME_EVAL_TOOL_ZIP OUT

LLAVA_CLONE must hold commit 32cebc3809441cc40d8ac7b2855d148308741f2a, POPE_CLONE
e3e39262c85a6a83f26cf5094022a782cb0df58d. Prints the commands to run.
"""
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
import zipfile

COMMIT = "32cebc3809441cc40d8ac7b2855d148308741f2a"
# later commits have other questions in the random part
POPE_COMMIT = "e3e39262c85a6a83f26cf5094022a782cb0df58d"
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def show(clone, spec):
    return subprocess.run(["git", "-C", clone, "show", spec], check=True, capture_output=True).stdout


def column(reference):
    number = 0
    for letter in re.match("[A-Z]+", reference).group():
        number = number * 26 + ord(letter) - 64
    return number - 1


def sheet_rows(path):
    """Cells of an xlsx sheet with inline strings."""
    root = tree.fromstring(zipfile.ZipFile(path).read("xl/worksheets/sheet1.xml"))
    for row in root.iter(SHEET + "row"):
        cells = {}
        for cell in row.findall(SHEET + "c"):
            value = cell.find(SHEET + "v")
            inline = "".join(t.text or "" for t in cell.iter(SHEET + "t"))
            cells[column(cell.get("r"))] = inline if value is None else value.text
        yield cells


def quoted(text):
    return '"' + text.replace('"', '""') + '"' if re.search('[\t"\n\r]', text) else text


def main(llava, pope, mme_zip, out):
    out = pathlib.Path(out)
    base = f"{COMMIT}:playground/data/eval/"
    for name in ["MME/answers/llava-v1.5-13b.jsonl", "MME/llava_mme.jsonl", "pope/answers/llava-v1.5-13b.jsonl",
                 "pope/llava_pope_test.jsonl", "vizwiz/answers/llava-v1.5-13b.jsonl", "vizwiz/llava_test.jsonl",
                 "vizwiz/answers_upload/llava-v1.5-13b.json", "scienceqa/llava_test_CQM-A.json",
                 "mmbench/answers/mmbench_dev_20230712/llava-v1.5-13b.jsonl"]:
        target = out / "llava_eval" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(show(llava, base + name))
    for category in ["adversarial", "random", "popular"]:
        target = out / f"llava_eval/pope/coco/coco_pope_{category}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(show(pope, f"{POPE_COMMIT}:output/coco/coco_pope_{category}.json"))
    zipfile.ZipFile(mme_zip).extractall(out)

    # the stored ScienceQA answers are one line long; the scored output has all of them
    scored = json.loads(show(llava, base + "scienceqa/answers/llava-v1.5-13b_output.jsonl"))
    with open(out / "scienceqa_answers.jsonl", "w") as lines:
        for row in scored["correct"] + scored["incorrect"]:
            lines.write(json.dumps({"question_id": row["question_id"], "text": row["pred"]}) + "\n")

    # the upload sheet has the gold letters that the answer file lacks
    (out / "mmbench.xlsx").write_bytes(
        show(llava, base + "mmbench/answers_upload/mmbench_dev_20230712/llava-v1.5-13b.xlsx"))
    rows = list(sheet_rows(out / "mmbench.xlsx"))
    with open(out / "mmbench.tsv", "w", newline="") as table:
        for row in rows:
            table.write("\t".join(quoted(row.get(i, "")) for i in range(len(rows[0]))) + "\n")

    def entry(task, reader, file, count, **more):
        return {"id": task + "/llava", "benchmark": task, "profile": "llava", "reader": reader, "files": [file],
                "rows": count, **more}

    images = {"kind": "image-dir", "path": "images"}
    entries = [
        entry("pope", "llava-jsonl", "llava_eval/pope/llava_pope_test.jsonl", 8910,
              truth={"reader": "pope-coco", "path": "llava_eval/pope/coco"}),
        entry("mme", "llava-jsonl", "llava_eval/MME/llava_mme.jsonl", 2374,
              truth={"reader": "mme-results", "path": "eval_tool/Your_Results"}),
        entry("vizwiz", "llava-jsonl", "llava_eval/vizwiz/llava_test.jsonl", 8000, media=images),
        entry("scienceqa_img", "llava-sqa-json", "llava_eval/scienceqa/llava_test_CQM-A.json", 4241, media=images),
        entry("mmbench_en", "mmbench-tsv", "mmbench.tsv", 4377),
    ]
    (out / "manifest.json").write_text(json.dumps({"format": 1, "entries": entries}, indent=1))
    answers = {"pope": "llava_eval/pope/answers/llava-v1.5-13b.jsonl", "mme": "llava_eval/MME/answers/llava-v1.5-13b.jsonl",
               "vizwiz": "llava_eval/vizwiz/answers/llava-v1.5-13b.jsonl", "scienceqa_img": "scienceqa_answers.jsonl",
               "mmbench_en": "llava_eval/mmbench/answers/mmbench_dev_20230712/llava-v1.5-13b.jsonl"}
    for task, file in answers.items():
        print(f"./qcpruner score --data {out} --task {task} --answers {out / file} --out {out / ('run-' + task)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
