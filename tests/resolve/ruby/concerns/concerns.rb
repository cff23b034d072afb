class Class
  def class_setting(name); end
end

module Kernel
  def class_eval(*given); end
end

module Declared
  def check(name, &block)
    define_method(name, &block)
  end
end

module Priced
  extend ActiveSupport::Concern

  included do
    class_setting :rate            # -> ::Class.class_setting
    tax 3                          # -> ::Priced.ClassMethods.tax
    self.tax 4                     # -> ::Priced.ClassMethods.tax
    own_of_module                  # -> nothing
    listed                         # -> ::Base.listed
    different                      # -> nothing
    check "a price" do
      price                        # -> ::Priced.price
      all_have                     # -> ::Base.all_have
    end
    before { price }               # -> ::Priced.price
  end

  def self.own_of_module; end

  def price; end

  class_methods do
    def tax(rate); end
  end
end

class Base
  extend Declared

  def self.listed; end
  def all_have; end
end

class Cart < Base
  include Priced

  def self.different; end
end

class Letter < Base
  include Priced

  def self.different; end
end

module Counted
  def self.included(base)
    base.extend Counting
    base.class_setting :count      # -> ::Class.class_setting
    base.count_all                 # -> ::Counted.Counting.count_all
    base.class_eval do
      count_all                    # -> ::Counted.Counting.count_all
    end
  end

  def self.extended(one)
    one.counted                    # -> ::Counted.counted
  end

  module Counting
    def count_all; end

    def inherited(heir)
      heir.count_all               # -> ::Counted.Counting.count_all
      heir.class_eval { count_all } # -> ::Counted.Counting.count_all
    end
  end

  def counted; end
end

def anywhere(kind)
  kind.class_eval do
    class_setting :size            # -> ::Class.class_setting
    tax 5                          # -> nothing
  end
  kind.instance_eval { class_setting :size } # -> nothing
end
