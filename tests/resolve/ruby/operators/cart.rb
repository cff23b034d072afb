class Cart
  def [](name); end
  def []=(name, item); end
  def <<(item) = self
  def ==(other); end

  def swap(other)
    self[:a] = other[:b]               # -> ::Cart.[]=
    self == other                      # -> ::Cart.==
  end
end

cart = Cart.new                        # -> ::Cart
cart[:a]                               # -> ::Cart.[]
cart[:a] = 1                           # -> ::Cart.[]=
cart << 1 << 2                         # -> ::Cart.ltlt
items = []
items << 1                             # -> nothing
items[0]                               # -> nothing
