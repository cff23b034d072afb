"""Addresses and ports: what may be listened on, and what is said when it may not."""

from __future__ import annotations

import pytest

from xray_graph.errors import AccessError, ExitCode, ServerError, UsageError
from xray_graph.serve.listen import bind, bound, check_exposure, parse_address


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("127.0.0.1:8084", "127.0.0.1:8084"),
        ("localhost:0", "127.0.0.1:0"),
        ("[::1]:80", "[::1]:80"),
        ("0.0.0.0:65535", "0.0.0.0:65535"),
    ],
)
def test_addresses(text, shown):
    assert str(parse_address(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":8084",
        "8084",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:65536",
        "::1:80",
        "shop:80",
        "1.2.3:80",
        "127.0.0.1:-1",
        "127.0.0.1:8x",
        "a:b:1",
        "127.0.0.1:00000080",
        "[::1:80",
    ],
)
def test_what_is_no_address(text):
    with pytest.raises(UsageError) as caught:
        parse_address(text)
    assert caught.value.where == "--addr"


def test_a_port_in_use_is_named():
    with bind(parse_address("127.0.0.1:0")) as taken:
        address = bound(taken)
        with pytest.raises(ServerError) as caught:
            bind(address)
    assert str(address.port) in caught.value.message
    assert caught.value.exit_code == ExitCode.FAILED


def test_an_address_of_another_machine_cannot_be_bound():
    with pytest.raises(ServerError) as caught:
        bind(parse_address("192.0.2.1:0"))
    assert caught.value.where == "192.0.2.1:0"


def test_beyond_this_machine_a_token_is_needed():
    check_exposure(parse_address("127.0.0.1:1"), "")
    check_exposure(parse_address("[::1]:1"), "")
    check_exposure(parse_address("0.0.0.0:1"), "s3cret-s3cret")
    check_exposure(parse_address("127.0.0.1:1"), "short")
    with pytest.raises(AccessError, match="8 characters"):
        check_exposure(parse_address("0.0.0.0:1"), "short")
    for text in ("0.0.0.0:1", "192.0.2.1:1", "[::]:1"):
        with pytest.raises(AccessError) as caught:
            check_exposure(parse_address(text), "")
        assert caught.value.exit_code == ExitCode.REFUSED


def test_replies_do_not_wait_for_more_to_send():
    """Asyncio sets TCP_NODELAY only on sockets that name their protocol."""
    import socket

    with bind(parse_address("127.0.0.1:0")) as listener:
        assert listener.proto == socket.IPPROTO_TCP
