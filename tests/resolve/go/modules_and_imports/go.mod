module example.com/shop

go 1.22

replace example.com/tool => ./tool

require example.com/tool v0.0.0
