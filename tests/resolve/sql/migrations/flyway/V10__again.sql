CREATE TABLE shops (id int, name text);
