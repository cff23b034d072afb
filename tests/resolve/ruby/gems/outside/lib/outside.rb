require "store"

Store::Record.new.save          # -> store/lib/store.rb::Store.Record, store/lib/store.rb::Store.Record.save
Store::Record.new.bill          # -> store/lib/store.rb::Store.Record
Billing::Invoice.new            # -> nothing
