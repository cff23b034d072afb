module Shop
  LIMIT = 1
  class Item
    def cost; end
    def self.find(id); new; end  # -> ::Shop.Item [construction]
    class Part
      def weigh; end
    end
  end
  class Special < Item; end      # inherits ::Shop.Item
  Alias = Item::Part
  DEFAULT = Item.new             # -> ::Shop.Item
end
