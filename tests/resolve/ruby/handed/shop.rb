class Cart
  def add(name); end
  def size; end
end

class Dsl
  def initialize(&block)
    @block = block
    yield Cart.new if block.arity == 1   # -> ::Cart
  end

  def load
    instance_eval(&@block)
  end

  def route(path)
    self
  end
end

class Kept
  def initialize(&block)
    @block = block
  end

  def load
    instance_eval(&@block)
  end

  def route(path); end
end

class Shop
  def self.open(name)
    yield Cart.new                       # -> ::Cart
  end

  def self.define(&block)
    shop = new
    shop.instance_exec(Cart.new, &block) # -> ::Cart
    shop
  end

  def self.dsl(&block)
    Kept.new(&block)                     # -> ::Kept.initialize
  end

  def self.each_cart(&block)
    open("all", &block)                  # -> ::Shop.open
  end

  def self.stored(&block)
    KEPT << block
  end

  def self.configure
    yield self
  end

  def self.build(&block)
    Class.new(self).class_eval(&block)
  end

  def price(of); end
  def route(path); end
  def self.tax(rate); end
end

class Corner < Shop
  def self.corner; end
end

Shop.open("a") { |cart| cart.add("x") }      # -> ::Shop.open, ::Cart.add
Shop.open("a") do |cart, other|
  cart.size                                  # -> ::Cart.size
  other.size                                 # -> nothing
end
Shop.define do |cart|
  price cart.size                            # -> ::Shop.price, ::Cart.size
  tax 3                                      # -> nothing
end
Shop.dsl do
  route "/"                                  # -> ::Kept.route
  3.times { route "/" }                      # -> ::Kept.route
end
Shop.each_cart { |cart| cart.add("y") }      # -> ::Shop.each_cart, ::Cart.add
Corner.configure do |shop|
  shop.corner                                # -> ::Corner.corner
  shop.tax 4                                 # -> ::Shop.tax
end
Dsl.new { |cart| cart.add "z" }              # -> ::Dsl.initialize, ::Cart.add
Cart.new.tap { |cart| cart.add "z" }         # -> ::Cart, ::Cart.add
Shop.class_eval do
  tax 5                                      # -> ::Shop.tax
end
Shop.stored { |cart| cart.add "w" }          # -> ::Shop.stored

class Routes
  def self.made(base = Shop, &block)
    base = Class.new(base)
    base.class_eval(&block)
  end

  def self.context(name, &block)
    class_eval(&block)
  end

  def self.any(thing, &block)
    thing.instance_eval(&block)
  end

  def helper; end

  context "all" do
    context "inner" do
      it { helper }                          # -> ::Routes.helper
    end
  end
  any(NOWHERE) { helper }                    # -> ::Routes.any
end

Routes.made { tax 6 }                        # -> ::Routes.made, ::Shop.tax

module Declared
  def check(name, &block)
    define_method(name, &block)
  end
end

class Checks
  extend Declared
  def helper; end

  check("a") { helper }                      # -> ::Declared.check, ::Checks.helper
end

class Kinds
  extend Declared
  setup { @cart = Cart.new }                 # -> ::Cart

  check("a") { @cart.size }                  # -> ::Declared.check, ::Cart.size
end
