class Engine
  def start; self; end
  def stop; end
end
class Car
  attr_accessor :engine, :radio
  def initialize(radio)
    @engine = Engine.new         # -> ::Engine [construction]
    @spare ||= Engine.new        # -> ::Engine
    @radio = radio
  end
  def self.build
    car = new(1)                 # -> ::Car.initialize
    car.engine.start.stop        # -> ::Car.engine, ::Engine.start [result], ::Engine.stop [result]
    car.radio.start              # -> ::Car.radio
    car.engine = 2               # -> ::Car.engine=
    car
  end
  def go
    engine.start                 # -> ::Car.engine, ::Engine.start
    @engine.start                # -> ::Engine.start [field]
    @spare.stop                  # -> ::Engine.stop
    other = @engine || Engine.new  # -> ::Engine
    other.stop                   # -> ::Engine.stop
    mixed = 1
    mixed = Engine.new           # -> ::Engine
    mixed.stop                   # -> ::Engine.stop
    either = Engine.new          # -> ::Engine
    either = Car.build           # -> ::Car.build
    either.stop                  # -> nothing
  rescue Broken => broken
    broken.reason                # -> ::Broken.reason
  end
end
class Broken < StandardError
  def reason; end
end
Car.build.go                     # -> ::Car.build, ::Car.go [result]
