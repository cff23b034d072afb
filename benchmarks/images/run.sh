#!/usr/bin/env bash
# Builds the images of Dockerfile.static, Dockerfile.parser and Dockerfile.maps and runs them, without a Docker engine:
# maps a repository in one, publishes the maps, and serves them in the other from an image that is mounted.
#
#     benchmarks/images/run.sh WORK [REPOSITORY]
#
# WORK is a folder for everything that is made (about 3 GB; what is there is used again), REPOSITORY a git work tree to
# map (without it: a small one is made). As root, on Debian, with
# apt-get install buildah podman runc debootstrap docker-registry git containerd. BASE names a base image that is there already.
# Each line that is printed is a check that held; the first that does not ends the script.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$(realpath -m "${1:?a folder for what is made}")
repository=${2:-}
base=${BASE:-localhost/python:3.11-slim}
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' xray_graph/__init__.py)
static=localhost/xray-graph:$version parser=localhost/xray-graph:$version-parser
mkdir -p "$work"

export CONTAINERS_STORAGE_CONF=$work/storage.conf
printf '[storage]\ndriver = "%s"\ngraphroot = "%s"\nrunroot = "%s"\n' "${DRIVER:-overlay}" "$work/graph" "$work/run" \
  >"$CONTAINERS_STORAGE_CONF"

# One way to run: not root, nothing writable but /tmp, no network.
run() { podman --runtime runc run --rm --no-healthcheck --ulimit nofile=1024:1024 --ulimit nproc=4096:4096 \
  --read-only --tmpfs /tmp:mode=1777 --cap-drop ALL --security-opt no-new-privileges "$@"; }
alone() { run --network none "$@"; }
held() { printf '%-58s %s\n' "$1" "${2:-yes}"; }
expect() { # WHAT TEXT IN: fails unless IN holds TEXT
  grep -qF -- "$2" <<<"$3" || { printf 'not so: %s\n%s\n' "$1" "$3" >&2; exit 1; }
  held "$1"
}

make_base() {
  [[ -d $work/base/usr ]] || debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv \
    bookworm "$work/base" >"$work/debootstrap.log"
  local container
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/base" / >/dev/null
  buildah commit -q --rm "$container" "$base" >/dev/null
}
image() { # FILE TAG ARGUMENT...
  buildah bud --layers --isolation chroot --format docker -v /etc/ssl/certs:/etc/ssl/certs:ro \
    --build-arg BASE="$base" --build-arg SOURCE_DATE_EPOCH=1700000000 --build-arg VERSION="$version" \
    -f "$1" -t "$2" "${@:3}" >"$work/build.log" 2>&1 || { tail -30 "$work/build.log" >&2; exit 1; }
}
installed() { # IMAGE: one digest over the name, the mode, the time and the content of all that was installed
  run --network none --entrypoint sh "$1" -c 'cd /opt/xray && find . -type f -printf "%p %m %T@\n" | sort | sha256sum &&
    find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum' | sha256sum | cut -c1-64
}

buildah inspect --type image "$base" >/dev/null 2>&1 || make_base
for each in static parser; do
  SECONDS=0
  image "Dockerfile.$each" "${!each}" .
  held "Dockerfile.$each builds" "${SECONDS} s, $(podman image inspect --format '{{.Size}}' "${!each}" |
    awk '{printf "%.0f MB", $1 / 1e6}') with the base"
  inside=$(alone --entrypoint sh "${!each}" -c 'id -u; command -v cc gcc g++ cpp rustc make || echo no compiler')
  expect "  is not root" 65532 "$inside"
  expect "  has no compiler" "no compiler" "$inside"
  expect "  says its version" "xray-graph $version" "$(alone "${!each}" --version)"
  expect "  has ssh-keygen" ssh-keygen "$(alone --entrypoint sh "${!each}" -c 'command -v ssh-keygen')"
  about=$(podman image inspect "${!each}")
  expect "  has labels" "\"org.opencontainers.image.version\": \"$version\"" "$about"
  expect "  has a health check" healthz "$about"
done
if [[ ${TWICE:-} ]]; then
  image Dockerfile.static "$static-again" --no-cache .
  [[ $(installed "$static") == "$(installed "$static-again")" ]] || { echo "two builds differ" >&2; exit 1; }
  held "  built twice, it installs the same bytes"
fi
expect "the parser image has git" "git version" "$(alone --entrypoint git "$parser" --version)"

if [[ -z $repository ]]; then
  repository=$work/shop
  rm -rf "$repository" && mkdir -p "$repository"
  printf 'class Cart:\n    def total(self):\n        return price(self)\n\n\ndef price(cart):\n    return 1\n' >"$repository/cart.py"
  git -C "$repository" init -q && git -C "$repository" add -A
  git -C "$repository" -c user.name=Ada -c user.email=ada@example.org commit -qm first
fi
said=$(alone -v "$repository:/repository:ro" "$static" build /repository -o /tmp --name shop 2>&1) && code=0 || code=$?
expect "the static image does not map code: exit code 1" 1 "$code"
expect "  names the extra" "xray-graph[parser]" "$said"
expect "  and the image's tag" "$version-parser" "$said"

rm -rf "$work/maps" && mkdir -m 777 "$work/maps"
alone -v "$repository:/repository:ro" -v "$work/maps:/maps" "$parser" build /repository -o /maps --name shop >"$work/build.txt" 2>&1 ||
  { cat "$work/build.txt" >&2; exit 1; }
held "the parser image maps it, read-only and without a network"
expect "  git told the commit" "$(git -C "$repository" rev-parse --short=12 HEAD)" \
  "$(alone -v "$work/maps:/maps:ro" "$static" inspect /maps/shop.graph.gz)"

port=${PORT:-5057}
printf 'version: 0.1\nstorage: {filesystem: {rootdirectory: %s}}\nhttp: {addr: "127.0.0.1:%s"}\n' "$work/registry" "$port" >"$work/registry.yml"
docker-registry serve "$work/registry.yml" >"$work/registry.log" 2>&1 &
trap 'kill %1 2>/dev/null; podman --runtime runc rm -f -t 1 maps-server >/dev/null 2>&1 || true' EXIT
sleep 1
reference=127.0.0.1:$port/team/maps:1
rm -f "$work/key" "$work/key.pub" && ssh-keygen -q -t ed25519 -N '' -f "$work/key" && chown 65532 "$work/key"
expect "the static image signs and publishes to a registry" "@sha256:" \
  "$(run --network host -v "$work/maps:/maps:ro" -v "$work/key:/key:ro" "$static" \
    publish /maps/shop.graph.gz "$reference" --sign-key /key 2>&1)"
expect "  and takes what is signed" "shop.graph.gz" \
  "$(run --network host -v "$work/key.pub:/key.pub:ro" "$static" pull "$reference" /tmp --verify-key /key.pub 2>&1)"
podman pull -q --tls-verify=false "$reference" >/dev/null
held "podman pulls it"

# What Kubernetes does for an image volume: unpack each platform, which compares every layer with the configuration.
containerd_takes() {
  umount "$work/mounted" 2>/dev/null || true # of a run before, which had another map
  rm -rf "$work/containerd"
  mkdir -p "$work/containerd" "$work/mounted"
  printf 'version = 2\nroot = "%s"\nstate = "%s"\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n[grpc]\naddress = "%s"\n' \
    "$work/containerd/root" "$work/containerd/state" "$work/containerd/socket" >"$work/containerd.toml"
  containerd -c "$work/containerd.toml" >"$work/containerd.log" 2>&1 &
  local server=$! ctr="ctr -a $work/containerd/socket" each
  for each in {1..50}; do $ctr version >/dev/null 2>&1 && break; sleep 0.2; done
  $ctr images pull --plain-http --snapshotter native --all-platforms "$reference" >"$work/ctr.log" 2>&1
  $ctr images mount --snapshotter native "$reference" "$work/mounted" >/dev/null
  cmp "$work/mounted/maps/shop.graph.gz" "$work/maps/shop.graph.gz"
  $ctr images unmount "$work/mounted" >/dev/null
  kill "$server"
  held "containerd unpacks it for both platforms, and mounts it"
}
if command -v containerd >/dev/null; then containerd_takes; fi

serve() { # IMAGE-OF-MAPS TEXT: mounts it, serves from it, asks it
  podman --runtime runc rm -f -t 1 maps-server >/dev/null 2>&1 || true
  run --detach --name maps-server --network none -e XRAY_GRAPH_TOKEN=a-long-token \
    --mount "type=image,source=$1,destination=/snapshots" "$static" >/dev/null
  local each
  for each in {1..100}; do
    podman --runtime runc exec maps-server python3 -c "$health" >/dev/null 2>&1 && break
    sleep 0.2
  done
  expect "served from $2: the health check passes" ok "$(podman --runtime runc exec maps-server python3 -c "$health; print('ok')")"
  expect "  it answers" "$3" "$(podman --runtime runc exec maps-server xray graph search "$3" --server http://127.0.0.1:8085)"
  expect "  who has no token is refused" 401 "$(podman --runtime runc exec maps-server python3 -c "$refused")"
  expect "  the maps are read-only" "Read-only" "$(podman --runtime runc exec maps-server sh -c 'touch /snapshots/maps/x' 2>&1 || true)"
  expect "  so is the rest" "Read-only" "$(podman --runtime runc exec maps-server sh -c 'touch /opt/x /x' 2>&1 || true)"
  expect "  it is not root" 65532 "$(podman --runtime runc exec maps-server id -u)"
  expect "  it has no network but loopback" "lo" "$(podman --runtime runc exec maps-server sh -c 'ls /sys/class/net')"
}
health="import urllib.request as r; r.build_opener(r.ProxyHandler({})).open('http://127.0.0.1:8085/healthz', timeout=2)"
refused="import urllib.request as r
try: r.build_opener(r.ProxyHandler({})).open('http://127.0.0.1:8085/v1/maps', timeout=2)
except r.HTTPError as error: print(error.code)"
word=${WORD:-price}
serve "$reference" "a published image" "$word"

image Dockerfile.maps localhost/maps:by-hand --build-arg PARSER="$parser" --build-arg BUILD_FLAGS="--name shop" "$repository"
held "Dockerfile.maps builds" "$(podman image inspect --format '{{.Size}}' localhost/maps:by-hand | awk '{printf "%.2f MB", $1 / 1e6}')"
serve localhost/maps:by-hand "an image of Dockerfile.maps" "$word"
