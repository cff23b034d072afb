module Tools
  def tool; end
end

module Own
  def own; end
end

class Shop
  class << self
    include Tools
    extend Own

    def open
      tool # -> ::Tools.tool
      own # -> nothing
    end

    class Inner
      include Tools

      def work
        tool # -> ::Tools.tool
      end
    end
  end
end

Shop.tool # -> ::Tools.tool
Shop.new.tool # -> ::Shop
