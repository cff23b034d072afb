ALTER TABLE orders ADD COLUMN paid boolean; -- references db/001_tables.sql::orders [declared-key]
CREATE VIEW paid AS SELECT * FROM orders WHERE paid; -- references db/001_tables.sql::orders
