def tax; end
