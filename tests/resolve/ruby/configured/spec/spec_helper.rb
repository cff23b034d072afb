require "cart"

RSpec.configure do |config|
  config.include CartHelpers
  config.include SlowHelpers, type: :slow

  def quietly
    yield
  end
end

def unrelated = nil
