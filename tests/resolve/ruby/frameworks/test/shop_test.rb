require_relative "helper"

class ShopTest < Minitest::Test
  def test_open
    assert_open                              # -> test/helper.rb::Minitest.Assertions.assert_open
    shop                                     # -> test/helper.rb::Minitest.Test.shop
    cart                                     # -> nothing
  end
end

class PageTest < ActionDispatch::IntegrationTest
  def test_page
    assert_open                              # -> test/helper.rb::Minitest.Assertions.assert_open
    cart                                     # -> test/helper.rb::ActiveSupport.TestCase.cart
  end
end
