require "shop"                   # imports lib/shop.rb
require_relative "../lib/shop"
module Shop
  class Item
    class Inner
      def go
        Part.new.weigh           # -> lib/shop.rb::Shop.Item.Part, lib/shop.rb::Shop.Item.Part.weigh
        Item.find(1).cost        # -> lib/shop.rb::Shop.Item.find [same-package], lib/shop.rb::Shop.Item.cost [result]
        ::Shop::Item.find(2)     # -> lib/shop.rb::Shop.Item.find
        Alias.new.weigh          # -> lib/shop.rb::Shop.Item.Part, lib/shop.rb::Shop.Item.Part.weigh
        DEFAULT.cost             # -> lib/shop.rb::Shop.Item.cost
        ::Item.find(3)           # -> nothing
        Elsewhere::Item.find(4)  # -> nothing
      end
    end
  end
end
class Shop::Special
  def go
    Part.new                     # -> lib/shop.rb::Shop.Item.Part
    Item.find(1)                 # -> nothing
  end
end
Shop::Special.find(5)            # -> lib/shop.rb::Shop.Item.find [inherits]
