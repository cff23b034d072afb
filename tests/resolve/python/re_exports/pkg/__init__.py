from .impl import t as t2
from .parts import *
from .ring_a import *
from .weigh import *
