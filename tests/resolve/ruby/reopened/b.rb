class A::B                       # reopens a.rb::A.B
  def n
    m                            # -> a.rb::A.B.m
  end
end
class String
  def shout; end
end
"x".shout                        # -> ::String.shout
A::B.new.n                       # -> a.rb::A.B, ::A.B.n

class Hash
  def tidy; end
end

def tidied
  Hash.new.tidy            # -> ::Hash.tidy
end
