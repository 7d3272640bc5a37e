"""Asks a running server for answers to random JSON schemas and checks each with the package jsonschema.

    pip install openai==3.51.0 jsonschema==4.26.0
    ./qcpruner serve --model embedded &
    python reference/check_structured.py --model embedded --picture docs/images/demo.png --schemas 1000

Prints how many answers fit, how many were cut off by max_tokens (those can't be complete) and how many did not fit; the
exit code is 1 if one did not. Schemas use every keyword that docs/server.md promises. Sampling is at temperature 1, so
that answers go where a model without training for JSON would go.
"""

import argparse
import base64
import json
import pathlib
import random
import sys

import jsonschema
from openai import OpenAI

NAMES = ["color", "count", "items", "a b", "größe", "total", "x", "left\"right", "name", "ok"]
TEXTS = ["red", "blue", "", "two words", "ä", "\"quoted\"", "a\\b", "1"]


def number(draw, kind):
    """A type with bounds on some of its sides."""
    schema = {"type": kind}
    low = draw.randint(-50, 50)
    if draw.random() < 0.5:
        schema[draw.choice(["minimum", "exclusiveMinimum"])] = low
    if draw.random() < 0.5:
        schema[draw.choice(["maximum", "exclusiveMaximum"])] = low + draw.randint(3, 200)
    return schema


def schema(draw, depth, definitions):
    kinds = ["string", "integer", "number", "boolean", "null", "enum", "const", "ref"]
    kinds += ["object", "array", "anyOf"] * 2 if depth > 0 else []
    kind = draw.choice(kinds)
    if kind == "ref":
        return {"$ref": "#/$defs/" + draw.choice(list(definitions))} if definitions else {"type": "boolean"}
    if kind in ("integer", "number"):
        return number(draw, kind)
    if kind == "enum":
        return {"enum": draw.sample(TEXTS + [1, -7, 2.5, True, None], draw.randint(1, 4))}
    if kind == "const":
        return {"const": draw.choice(TEXTS + [3, False, None])}
    if kind == "string":
        low = draw.randint(0, 3)
        return {"type": "string", "minLength": low, "maxLength": low + draw.randint(0, 9)}
    if kind == "array":
        low = draw.randint(0, 2)
        return {"type": "array", "items": schema(draw, depth - 1, definitions), "minItems": low,
                "maxItems": low + draw.randint(0, 2)}
    if kind == "anyOf":
        return {"anyOf": [schema(draw, depth - 1, definitions) for _ in range(draw.randint(1, 3))]}
    if kind == "object":
        return closed(draw, depth, definitions)
    return {"type": kind}


def closed(draw, depth, definitions):
    names = draw.sample(NAMES, draw.randint(1, 4))
    return {"type": "object", "properties": {name: schema(draw, depth - 1, definitions) for name in names},
            "required": [name for name in names if draw.random() < 0.7], "additionalProperties": False}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8080/v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--picture", type=pathlib.Path)
    parser.add_argument("--schemas", type=int, default=1000)
    parser.add_argument("--max-tokens", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    client = OpenAI(base_url=options.url, api_key="none")
    content = [{"type": "text", "text": "Describe the picture in JSON."}]
    if options.picture:
        data = base64.b64encode(options.picture.read_bytes()).decode()
        content.insert(0, {"type": "image_url", "image_url": {"url": "data:image/png;base64," + data}})
    draw = random.Random(options.seed)
    fits = cut = 0
    wrong = []
    for i in range(options.schemas):
        definitions = {"d": schema(draw, 1, {})} if draw.random() < 0.3 else {}
        wanted = closed(draw, 2, definitions)
        if definitions:
            wanted["$defs"] = definitions
        reply = client.chat.completions.create(
            model=options.model, messages=[{"role": "user", "content": content}], temperature=1, seed=i,
            max_tokens=options.max_tokens,
            response_format={"type": "json_schema", "json_schema": {"name": "answer", "schema": wanted}})
        choice = reply.choices[0]
        if choice.finish_reason == "length":
            cut += 1
            continue
        try:
            jsonschema.validate(json.loads(choice.message.content), wanted,
                                cls=jsonschema.Draft202012Validator)
            fits += 1
        except (ValueError, jsonschema.ValidationError) as problem:
            wrong.append((wanted, choice.message.content, str(problem).splitlines()[0]))
        if (i + 1) % 100 == 0:
            print(f"{i + 1}: {fits} fit, {cut} cut off, {len(wrong)} wrong", file=sys.stderr)
    for each in wrong[:5]:
        print(json.dumps(each, ensure_ascii=False))
    print(f"{options.schemas} schemas: {fits} answers fit, {cut} were cut off at {options.max_tokens} tokens, {len(wrong)} did not fit")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
