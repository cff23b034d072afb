module CartHelpers
  # @return [Cart]
  def a_cart
    Cart.new
  end
end

module SlowHelpers
  def slowly
    yield
  end
end
