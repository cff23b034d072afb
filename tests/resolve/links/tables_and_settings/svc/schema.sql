CREATE TABLE carts (id int);
