Gem::Specification.new do |spec|
end
