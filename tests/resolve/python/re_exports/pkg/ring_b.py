from .ring_a import *


def in_b(): ...
