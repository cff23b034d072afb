module Logs
  def log; note; end             # -> nothing
  def name; end
end
module Making
  def make; new; end
end
module Helper
  module_function
  def help; aid; end             # -> ::Helper.aid
  def aid; end
end
module Wrap
  def run
    super                        # -> nothing
  end
end
class Base
  def initialize; end
  def run; end
  def self.setup; end
end
class Job < Base                 # inherits ::Base, ::Logs, ::Making, ::Wrap
  include Logs
  extend Making
  prepend Wrap
  def initialize
    super                        # -> ::Base.initialize [inherits]
    log                          # -> ::Logs.log [inherits]
    missing                      # -> nothing
  end
  def run
    super()                      # -> ::Base.run [inherits]
  end
  def self.setup
    super                        # -> ::Base.setup
    make                         # -> ::Making.make [inherits]
    Helper.help                  # -> ::Helper.help
  end
end
Job.make                         # -> ::Making.make
Job.new.run                      # -> ::Job.initialize, ::Wrap.run
