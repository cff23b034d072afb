class Post
  def text; end
end

class Page                      # reopens nothing
end

Page.new.turn                   # -> ::Page
