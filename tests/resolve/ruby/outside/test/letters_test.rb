class Post::Fake
end

Post::Fake.new                  # -> ::Post.Fake
