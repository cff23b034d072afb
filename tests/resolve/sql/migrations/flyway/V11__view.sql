CREATE VIEW names AS SELECT * FROM shops; -- references flyway/V2__shops.sql::public.shops
