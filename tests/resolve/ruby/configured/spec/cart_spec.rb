describe Cart do
  it "adds up" do
    quietly { 1 }             # -> spec/spec_helper.rb::quietly
    a_cart.total              # -> spec/support/cart_helpers.rb::CartHelpers.a_cart, lib/cart.rb::Cart.total
    slowly { 1 }              # -> nothing
    raise "never"             # -> nothing
  end
end

class Loud
  def out
    quietly { 1 }             # -> nothing
  end
end
