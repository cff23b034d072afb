class A::B
  def m
    k                            # -> nothing
    n                            # -> b.rb::A.B.n [receiver]
    self.class.k                 # -> ::A.B.k
  end
  class << self
    def k; end
  end
end
