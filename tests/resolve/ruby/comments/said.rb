module Post
  class Letter
    def stamp; end
  end

  class Office
    # @param letter [Letter] what is sent
    # @param [Post::Letter, nil] second
    # @param many [Array<Letter>]
    # @param either [Letter, String]
    # @return [::Post::Letter] what came back
    def send_off(letter, second, many, either, unsaid)
      letter.stamp            # -> ::Post.Letter.stamp [receiver]
      second.stamp            # -> ::Post.Letter.stamp
      many.stamp              # -> nothing
      either.stamp            # -> nothing
      unsaid.stamp            # -> nothing
      unsaid.answer
    end

    # @return [Letter] the last one
    attr_reader :last

    # @return [self]
    def open; end

    # @return [Outside::Thing]
    def thing; end

    def use
      send_off(1, 2, 3, 4, 5).stamp  # -> ::Post.Office.send_off, ::Post.Letter.stamp [result]
      last.stamp              # -> ::Post.Office.last, ::Post.Letter.stamp
      thing.stamp             # -> ::Post.Office.thing
      open.stamp              # -> ::Post.Office.open
    end
  end
end
