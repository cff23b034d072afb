module Minitest
  class Test
    def shop; end
  end

  module Assertions
    def assert_open; end
  end
end

class ActiveSupport::TestCase
  def cart; end
end
