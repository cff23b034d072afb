from django.db import models


class Base(models.Model):  # references nothing
    class Meta:
        abstract = True


class Item(Base): ...  # references outside/::table/cart_item [declared-key]
