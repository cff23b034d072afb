class Lamp
  def initialize(watt); end
  def glow; end
end

class Dimmer
  def turn; end
end

module Wiring
  def wire(lamp); end
end

class LampTest < Outside::Case
  setup do
    @lamp = lit(3)           # -> ::LampTest.lit [receiver]
  end
  it "glows" do
    @lamp.glow               # -> ::Lamp.glow [field]
    [1].each { |n| lit(n) }  # -> ::LampTest.lit
    unheard_of               # -> nothing
  end
  lit(4)                     # -> nothing
  def lit(watt)
    Lamp.new(watt)           # -> ::Lamp.initialize
  ensure
    done                     # -> nothing
  end
end

describe Lamp do
  include Wiring
  let(:lamp) { described_class.new(2) }  # -> ::Lamp.initialize
  let!(:spare) do
    begin
      Lamp.new(7)            # -> ::Lamp.initialize
    rescue Broken
      nil
    end
  end
  before { @other = Lamp.new(1) }        # -> ::Lamp.initialize
  it "is wired" do
    wire(lamp)               # -> ::Wiring.wire [receiver], ::lamp [lexical]
    lamp.glow                # -> ::lamp, ::Lamp.glow [result]
    spare.glow               # -> ::spare, ::Lamp.glow
    @other.glow              # -> ::Lamp.glow [field]
    lit(1)                   # -> nothing
    @twice.glow              # -> nothing
  end
  before { @twice = Lamp.new(1) }
  before { @twice = Dimmer.new }
end

describe Dimmer do
  subject(:dimmer) { described_class.new }  # -> ::Dimmer
  it "turns" do
    dimmer.turn              # -> ::dimmer, ::Dimmer.turn
    @other.glow              # -> nothing
    wire(1)                  # -> nothing
  end
end

describe Lamp do
  it("is there") { subject.glow }  # -> ::Lamp.glow
  context "dimmed" do
    subject { Dimmer.new }   # -> ::Dimmer
    it("turns") { subject.turn }   # -> ::subject, ::Dimmer.turn
  end
end

def pick(kind)
  case kind
  when :a then Lamp.new(1)   # -> ::Lamp.initialize
  else Lamp.new(2)           # -> ::Lamp.initialize
  end
end
pick(:a).glow                # -> ::pick, ::Lamp.glow
