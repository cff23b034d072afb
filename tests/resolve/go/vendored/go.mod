module example.com/shop

require example.com/dep v1.0.0
