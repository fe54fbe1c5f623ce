#!/bin/bash
# bench/krr.sh FOLDER: puts KRR into FOLDER/krr, with its packages, for `npm run bench -- scan --binaries FOLDER`.
# It is no package of PyPI: this takes its sources, or those of a clone that is there already. Needs Python 3.10 to 3.12.
set -euo pipefail
folder=${1:?usage: bench/krr.sh FOLDER}
# Of July 2026, 1.8.2-dev.
version=d6baa7453effd96d330e24c187942e92bc82094b
mkdir -p "$folder"
[ -d "$folder/krr" ] || git clone --quiet https://github.com/robusta-dev/krr "$folder/krr"
cd "$folder/krr"
[ ! -d .git ] || git checkout --quiet "$version"
[ -d .venv ] || python3 -m venv .venv
grep -v pytest requirements.txt > .venv/requirements.txt
.venv/bin/pip install --quiet -r .venv/requirements.txt
.venv/bin/python krr.py --help > /dev/null
echo "$folder/krr"
