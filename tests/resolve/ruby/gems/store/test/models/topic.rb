require "store"

class Topic < Store::Record  # inherits store/lib/store.rb::Store.Record
  def title; end
end
