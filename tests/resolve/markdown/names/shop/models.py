class Order:
    def total(self):
        pass


class Both:
    def run(self):
        pass


def load():
    pass
