module Shop
  autoload :Cart, "#{__dir__}/shop/cart"                   # imports lib/shop/cart.rb
end

%w[price size].each { |name| require "shop/#{name}" }      # imports lib/shop/price.rb, lib/shop/size.rb
%w[price size].each do |name|
  require name                                             # imports nothing
end
require "rates/tax"                                        # imports rates/lib/rates/tax.rb
require File.join(Shop::HOME, "shop/cart")                 # imports nothing
require gone                                               # imports nothing
