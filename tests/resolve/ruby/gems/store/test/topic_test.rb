require_relative "models/topic"

class Topic                  # reopens store/test/models/topic.rb::Topic
  def subtitle; end
end

Topic.new.save               # -> store/test/models/topic.rb::Topic, store/lib/store.rb::Store.Record.save
Topic.new.subtitle           # -> store/test/models/topic.rb::Topic, ::Topic.subtitle
Topic.new.price              # -> store/test/models/topic.rb::Topic
