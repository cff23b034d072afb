describe Cart do
  it "sees none of the tests' own" do
    quietly { 1 }             # -> nothing
  end
end
