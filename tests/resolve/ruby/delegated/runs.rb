class Runner
  def run; end
  def stop; end
  def pause; end
end

class Job
  class << self
    delegate :run, to: :instance # -> ::Runner.run

    def instance
      Runner.new # -> ::Runner
    end
  end

  delegate :run, :stop, to: :runner # -> ::Runner.run, ::Runner.stop
  delegate :pause, to: :@kept, prefix: :safely # -> ::Runner.pause
  delegate :pause, to: "self.class.instance", prefix: true # -> ::Runner.pause
  delegate :named, to: :class # -> ::Job.named()~2
  delegate :other, to: find_it # -> nothing
  delegate :nothing

  def initialize
    @kept = Runner.new # -> ::Runner
  end

  def runner
    @kept
  end

  def self.named; end
  def find_it; end
end

class Forwards
  extend Forwardable
  def_delegators :@runner, :run, :stop # -> ::Runner.run, ::Runner.stop
  def_delegator :runner, :pause, :rest # -> ::Runner.pause
  def_instance_delegator "@runner", :pause # -> ::Runner.pause

  def initialize
    @runner = Runner.new # -> ::Runner
  end

  def runner
    @runner
  end
end

Job.run # -> ::Job.run()
job = Job.new # -> ::Job.initialize
job.run # -> ::Job.run()~2
job.safely_pause # -> ::Job.safely_pause
job.instance_pause # -> ::Job.instance_pause
job.pause # -> nothing
job.nothing # -> nothing
Forwards.new.run # -> ::Forwards.initialize, ::Forwards.run
Forwards.new.rest # -> ::Forwards.initialize, ::Forwards.rest
Forwards.new.pause # -> ::Forwards.initialize, ::Forwards.pause
