module Billing
  class Invoice < Store::Record # inherits store/lib/store.rb::Store.Record, store/lib/store.rb::Store.Persisted
    include Store::Persisted

    def pay
      save                      # -> store/lib/store.rb::Store.Record.save
      Topic.new                 # -> nothing
      Shop::Basket.new          # -> nothing
    end
  end

  module Sent
    def send_it
      address                   # -> billing/test/topic_test.rb::Letter.address
    end
  end
end

class Store::Record
  def bill; end                 # not seen by those that do not depend on it
end
