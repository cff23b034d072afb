project = 1
