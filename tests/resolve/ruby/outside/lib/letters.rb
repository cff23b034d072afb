require "post"

module Letters
  class Box
    def fill
      Post.new                  # -> nothing
      Post.new.total            # -> nothing
      Post::Message.new         # -> nothing
      Post::Message.new.total   # -> lib/letters/post_ext/message.rb::Post.Message.total
      Post::Stamp.new           # -> ::Post.Stamp.initialize
      Post::Parcel.new          # -> ::Post.Parcel
      Letters::Lid.new          # -> ::Letters.Lid
    end
  end

  class Lid
  end
end

class Post::Stamp
  def initialize; end
end

class Post::Parcel < Letters::Box
end
