module ex.com/harbour

go 1.23
