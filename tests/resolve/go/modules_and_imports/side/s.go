package side
