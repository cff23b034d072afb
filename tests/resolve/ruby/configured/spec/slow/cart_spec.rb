describe Cart do
  it "takes its time" do
    slowly { 1 }              # -> spec/support/cart_helpers.rb::SlowHelpers.slowly
  end
end
