from .ring_b import *


def in_a(): ...
