require_relative "two"

class Topic                     # reopens nothing
  def price; end
end

Topic.new.price                 # -> ::Topic, ::Topic.price
Post.new.text                   # -> billing/examples/two.rb::Post, billing/examples/two.rb::Post.text
