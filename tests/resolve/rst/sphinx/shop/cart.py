class Cart:
    def add(self):
        pass
