class ApplicationRecord < ActiveRecord::Base
end

class Cart < ApplicationRecord
  def self.open = where(open: true)
  scope :paid, -> { where(paid: true).open }  # -> ::Cart.open
  def total; end

  def self.newest
    order(:at).first.total                   # -> ::Cart.total
  end
end

class Plain
  def total; end
end

cart = Cart.find(1)
cart.total                                   # -> ::Cart.total
Cart.where(open: true).open.first.total      # -> ::Cart.open, ::Cart.total
Cart.open.each { |one| one.total }           # -> ::Cart.open, ::Cart.total
Cart.create!(open: true).reload.total        # -> ::Cart.total
Plain.find(1).total                          # -> nothing
Cart.paid.open.first.total                   # -> ::Cart.paid, ::Cart.open, ::Cart.total
