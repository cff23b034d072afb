# Methods of one object, defined outside of it.
module Shop
  class Cart
    def self.count
      audit                  # -> ::Cart.audit
    end
  end
  module Notes; end
end

def (Shop::Notes).warn(text)
  shout(text)                # -> ::Notes.shout
  step                       # -> ::step
end

def (Shop::Notes).shout(text)
  text
end

def (Shop::Cart).audit
  count                      # -> ::Shop.Cart.count
end

def step; end

cart = Shop::Cart.new        # -> ::Shop.Cart [construction]

def cart.total
  step                       # -> ::step
end

warn "too late"              # -> nothing
total                        # -> nothing
Shop::Notes.warn("late")     # -> ::Notes.warn
Shop::Cart.audit             # -> ::Cart.audit

class Shelf
  def fill(box)
    def box.weigh
      empty                  # -> nothing
    end
    warn "full"              # -> nothing
    total                    # -> nothing
    weigh                    # -> nothing
  end

  def empty; end
end

describe "a cart" do
  other = Object.new
  def other.call(env)
    step                     # -> ::step
  end
  call(1)                    # -> nothing
end
