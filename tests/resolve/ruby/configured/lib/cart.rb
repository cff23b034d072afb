class Cart
  def total
    1
  end
end
