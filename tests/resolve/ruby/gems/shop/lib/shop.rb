module Shop
  class Basket
    def fill
      Billing::Invoice.new.pay  # -> billing/lib/billing.rb::Billing.Invoice, billing/lib/billing.rb::Billing.Invoice.pay
      Store::Record.table       # -> store/lib/store.rb::Store.Record.table
    end
  end
end
