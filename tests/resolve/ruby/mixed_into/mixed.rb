module Priced
  def label
    price                    # -> ::Item.price
    code                     # -> nothing
    weigh                    # -> ::Scales.weigh
    colour                   # -> nothing
  end
end

module Scales
  def weigh; end
end

module Wrapped
  include Priced
end

class Item
  include Priced
  include Scales
  def price; end
  def code; end
end

class Parcel
  include Wrapped
  def code; end
end

class Bystander
  def colour; end
end
