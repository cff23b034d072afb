class Shop
  def body
    "open"
  end

  def put(item, at = 0)
    item
  end

  def tagged(item, tags = {})
    item
  end

  def any(*items)
    items
  end

  def run(list)
    body                     # -> ::Shop.body
    body "never"             # -> nothing
    put 1, 2                 # -> ::Shop.put
    put 1, 2, 3              # -> nothing
    put(*list)               # -> ::Shop.put
    tagged 1, a: 1, b: 2     # -> ::Shop.tagged
    any 1, 2, 3              # -> ::Shop.any
    body { 1 }               # -> ::Shop.body
    send(:put, 1, 2)         # -> ::Shop.put
  end
end
