Gem::Specification.new { |s| s.name = "rates" }
