class Cart
  LIMIT = total(1)         # -> nothing
  def self.make(x)
    new(x).check           # -> ::Cart.initialize [construction], ::Cart.check
  end
  class << self
    def open
      make(1)              # -> ::Cart.make [receiver]
      close                # -> ::Cart.close
    end

    private

    def close; end
  end

  attr_reader :items

  def initialize(x); end

  def check
    total                  # -> ::Cart.total [receiver]
    self.total             # -> ::Cart.total
    items.each { |i| step(i) }  # -> ::Cart.items, ::Cart.step
    total = 1
    total                  # -> nothing
    send(:step, 1)         # -> ::Cart.step
    local = step(2)        # -> ::Cart.step
    helper(local)          # -> ::helper [lexical]
    print total            # -> nothing
    make(1)                # -> nothing
    self.class.make(1)     # -> ::Cart.make
    old                    # -> ::Cart.total
  end
  alias_method :old, :total
  def total; end
  def step(i); end
  define_method(:made) { |i| step(i) }  # -> ::Cart.step

  total                    # -> nothing
  open                     # -> ::Cart.open
end

def helper(x); end
