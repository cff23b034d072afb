Gem::Specification.new do |spec|
  spec.add_dependency "store"
  spec.add_development_dependency "unknown"
end
