module Extra
  def extra; end
end
class Parent
  def go; end
end
class Around
  def run
    made = Class.new(Parent) do  # inherits ::Parent, ::Extra
      include Extra              # -> nothing
      def go
        super                    # -> ::Parent.go [inherits]
        extra                    # -> ::Extra.extra [inherits]
      end
    end
    extra                        # -> nothing
    go                           # -> nothing
  end
end
