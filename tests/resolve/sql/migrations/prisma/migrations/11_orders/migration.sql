CREATE TABLE orders (
  u int REFERENCES "User"(id), -- references prisma/migrations/2_users/migration.sql::User
  s int REFERENCES shops(id) -- references outside/::table/shops
);
