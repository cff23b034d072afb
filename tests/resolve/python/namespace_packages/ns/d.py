from . import gone

gone.f()  # -> nothing
