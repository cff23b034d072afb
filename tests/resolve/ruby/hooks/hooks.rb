module Shop
  module Options
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def option(name) = name
    end
  end

  module Job
    def self.included(base)
      raise ArgumentError unless base
      base.include(Options)
      base.send(:extend, Making)
      other.extend(Other)
    end

    module Making
      def later(*args)
      end
    end

    module Other
      def never; end
    end

    def pay; end
  end

  class Mail
    include Job

    option :queue # -> ::Shop.Options.ClassMethods.option

    def perform
      pay # -> ::Shop.Job.pay
    end
  end

  class Letter < Mail
    later(1) # -> ::Shop.Job.Making.later
  end

  module Searched
    extend ActiveSupport::Concern

    module ClassMethods
      def search(text) = text

      def new(*args)
        prepare
        super
      end
    end

    def found; end
  end

  class Item
    include Searched
  end

  module Plain
    module ClassMethods
      def plain; end
    end
  end

  class Bare
    include Plain
  end

  Mail.later(2) # -> ::Shop.Job.Making.later
  Mail.option(:b) # -> ::Shop.Options.ClassMethods.option
  Letter.later(3) # -> ::Shop.Job.Making.later
  Mail.never # -> nothing
  Item.new.found # -> ::Shop.Searched.ClassMethods.new, ::Shop.Searched.found
  Item.search("a") # -> ::Shop.Searched.ClassMethods.search
  Bare.plain # -> nothing
end

module Marked
  extend ActiveSupport::Concern

  class_methods do
    def marks(name)
      mark(name)              # -> ::Marked.ClassMethods.mark
    end

    private
      def mark(name); end
  end

  def marked
    marks(:a)                 # -> nothing
  end
end

module Pinned
  extend ActiveSupport::Concern

  included do
    include Marked
  end
end

class Sheet
  include Pinned

  marks :red                  # -> ::Marked.ClassMethods.marks

  def turn
    marks :red                # -> nothing
    marked                    # -> ::Marked.marked
    self.class.marks :blue    # -> ::Marked.ClassMethods.marks
  end
end

module Chosen
  extend ActiveSupport::Concern

  def found = nil
  def chosen = nil

  class_methods do
    def choose
      include Loud
      class_eval do
        include Quiet
      end
    end

    def call = nil
  end
end

module Loud
  def call = nil
end

module Quiet
  def hush = nil
end

class Row
  include Chosen

  call                        # -> ::Chosen.ClassMethods.call

  def initialize
    extend Loud
  end
end

Row.call                      # -> ::Chosen.ClassMethods.call
Row.new.call                  # -> ::Row.initialize

class Loose
  include Pinned

  class_methods do
    def odd; end
  end

  odd                         # -> nothing
end
