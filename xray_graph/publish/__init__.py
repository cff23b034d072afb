"""The publish stage: snapshots as an OCI image, in a registry or in a folder, and back.

    publish(files, reference, target)   a real image: config, one layer a map, an index over platforms
    pull(reference, source, folder)     its maps as files, each digest and size checked on the way

The way: `layer` makes one map a layer, `image` joins layers to manifests and an index, `push` brings
them to a `Registry` or a `Layout`; `fetch` goes back, `unpack` takes files out of layers. What `signature`
and `materials` make is attached beside an image. `transport`, `challenge` and `credentials` are the
registry's way in. Nothing that comes from a registry is trusted: every answer is bounded, and every byte of
a map is compared with the digest that was asked for. Called by the command line.

The client is our own, over httpx2 (which the MCP server brings along): the known Python client retries
for minutes, compares no digest on the way down, and unpacks links.
"""

from xray_graph.publish.fetch import Pulled, pull
from xray_graph.publish.image import Image, make_image
from xray_graph.publish.layout import Layout
from xray_graph.publish.push import Pushed, publish
from xray_graph.publish.reference import Reference, parse_reference
from xray_graph.publish.registry import Registry

__all__ = [
    "Image",
    "Layout",
    "Pulled",
    "Pushed",
    "Reference",
    "Registry",
    "make_image",
    "parse_reference",
    "publish",
    "pull",
]
