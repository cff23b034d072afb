module Clock
  if defined?(Process::CLOCK_MONOTONIC)
    def self.now
      1
    end
  else
    def self.now
      2
    end
  end

  case RUBY_ENGINE
  when "ruby"
    def self.engine; end
  end

  def self.twice; end

  def self.twice; end

  def self.all
    now # -> nothing
    engine # -> ::Clock.engine
    twice # -> ::Clock.twice()~2
  end
end

if RUBY_VERSION > "3"
  def top_level; end
else
  def top_level; end
end

top_level # -> nothing
