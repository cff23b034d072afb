Gem::Specification.new do |spec|
  spec.name = "store"
end
