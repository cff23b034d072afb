-- Another folder is another database.
CREATE TABLE bills (o int REFERENCES orders(id)); -- references outside/::table/orders
