class Topic                     # reopens nothing
  def price; end
end

class Letter
  include Billing::Sent

  def address; end
end

Topic.new.price                 # -> ::Topic, ::Topic.price
Topic.new.save                  # -> ::Topic
Topic.new.title                 # -> ::Topic
Store::Record.new.bill          # -> store/lib/store.rb::Store.Record, billing/lib/billing.rb::Store.Record.bill
