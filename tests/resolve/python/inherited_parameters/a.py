class Context:
    def fail(self): ...


class Base:
    def handle(self, ctx: Context, name): ...

    def find(self) -> Context: ...


class Own(Base):
    def handle(self, ctx, name):
        ctx.fail()  # -> ::Context.fail
        name.fail()  # -> nothing

    def find(self):
        return self.missing


Own().find().fail()  # -> ::Own, ::Own.find, ::Context.fail
