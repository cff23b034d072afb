#!/bin/sh
# One repository of the list: cloned, mapped, published. Runs in a pod of the Job, whose index says which.
set -euf

line=$((${JOB_COMPLETION_INDEX:-0} + 1))
# shellcheck disable=SC2046 # words are wanted
set -- $(sed -n "${line}p" "${CONFIG:-/config}/repositories")
[ $# -eq 4 ] || { echo "line $line of the list has $# words, not 4" >&2; exit 2; }
name=$1 url=$2 revision=$3 reference=$4
mkdir -p "${TMPDIR:-/tmp}"

# What a repository may make git do: read over these protocols, ask nobody.
export GIT_TERMINAL_PROMPT=0 GIT_ALLOW_PROTOCOL="${GIT_ALLOW_PROTOCOL:-https:ssh}"
git=${GIT_SECRET:-/run/git}
if [ -f "$git/credentials" ]; then
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=credential.helper GIT_CONFIG_VALUE_0="store --file=$git/credentials"
elif [ -f "$git/ssh-privatekey" ]; then
  export GIT_SSH_COMMAND="ssh -i $git/ssh-privatekey -o UserKnownHostsFile=$git/known_hosts -o StrictHostKeyChecking=yes"
fi

git init -q repository
git -C repository remote add origin "$url"
git -C repository fetch -q --depth=1 --no-tags -- origin "$revision"
git -C repository checkout -q FETCH_HEAD

# Where the sources are is told with an open map, without whatever stands before an `@`; with a sealed one it is not.
source=
[ -n "${RECIPIENTS:-}" ] || source=$(printf '%s' "$url" | sed 's#://[^/@]*@#://#')

# The flags are lists of words.
xray graph build repository -o maps --name "$name" ${RECIPIENTS:+--snapshot-recipient "$RECIPIENTS"} ${BUILD_FLAGS:-}
xray graph publish "maps/$name.graph.gz" "$reference" ${source:+--source "$source"} \
  ${SIGN_KEY:+--sign-key "$SIGN_KEY"} ${PUBLISH_FLAGS:-}
