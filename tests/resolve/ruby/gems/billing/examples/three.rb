class Page
  def turn; end
end

Post.new                        # -> nothing
Billing::Invoice.new.pay        # -> billing/lib/billing.rb::Billing.Invoice, billing/lib/billing.rb::Billing.Invoice.pay
