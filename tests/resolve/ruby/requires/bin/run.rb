require File.expand_path("../lib/shop/cart", __dir__)     # imports lib/shop/cart.rb
require File.expand_path("../../lib/shop/size", __FILE__)  # imports lib/shop/size.rb
require File.join(File.dirname(__FILE__), "..", "lib", "shop", "price")  # imports lib/shop/price.rb
