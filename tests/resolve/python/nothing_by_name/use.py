import socket

import requests


def f(s: socket.socket, u):
    s.close()  # -> nothing
    u.close()  # -> nothing
    fetch(u)  # -> nothing
    unique_helper()  # -> nothing
    requests.fetch()  # -> nothing
    open("x").close()  # -> nothing
