class Ops
  def [](kept)
  end
  alias get []

  def kept
  end
end

def ops
  one = Ops.new
  one.get(:kept) # -> ::Ops.get
end
