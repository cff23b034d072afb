module Post
  def total; end

  class Message
    def total; end
  end
end
