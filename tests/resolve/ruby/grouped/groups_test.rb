module Wiring
  def wire; end
  def status; end
end

module Dimming
  def dim; end
end

class LampTest < Outside::Case # inherits nothing
  describe "wired" do
    include Wiring

    it "has a wire" do
      wire                     # -> ::Wiring.wire
    end
  end

  it "has none" do
    wire                       # -> nothing
    status                     # -> ::LampTest.status
  end

  setup do
    plain = Class.new do       # inherits ::Dimming
      include Dimming
    end
  end

  def status; end
end

class Lamp                     # inherits ::Wiring, ::Dimming
  [Wiring].each do |one|
    include Dimming
  end
  class_eval do
    include Wiring
  end
end

class Engine < Outside::Engine # inherits nothing
  initializer "lamps" do
    Outside.on_load(:lamps) { include Wiring }
  end
end
