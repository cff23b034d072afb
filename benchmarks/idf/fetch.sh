#!/usr/bin/env bash
# Brings the packages of packages.tsv into DIR, one folder each, unpacked and never installed or run.
# usage: fetch.sh DIR      needs pip, npm, apt-get and dpkg (Debian, with a deb-src line for the sources)
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1" || exit 1
tail -n +2 "$here/packages.tsv" | while IFS=$'\t' read -r registry package version _licence _reads; do
  folder="$registry-$(echo "$package" | tr '/@' '--')"
  [ -d "$folder" ] && continue
  mkdir "$folder.part" && cd "$folder.part" || exit 1
  case $registry in
    pypi) python3 -m pip download -q --no-deps --only-binary :all: "$package==$version" && python3 -m zipfile -e ./*.whl . && rm -f ./*.whl ;;
    npm) npm pack --silent "$package@$version" > /dev/null && tar xzf ./*.tgz && rm -f ./*.tgz ;;
    deb) apt-get -qq download "$package=$version" && dpkg -x ./*.deb . && rm -f ./*.deb ;;
    deb-src) apt-get -qq source --download-only "$package=$version" && for t in ./*.orig*.tar.*; do case $t in *.asc) ;; *) tar xf "$t" ;; esac; done; rm -f ./*.tar.* ./*.dsc ;;
  esac < /dev/null || echo "$package: not fetched" >&2
  cd .. && mv "$folder.part" "$folder"
done
