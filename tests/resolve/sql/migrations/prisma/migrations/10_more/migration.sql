ALTER TABLE "User" ADD COLUMN "name" text; -- references prisma/migrations/2_users/migration.sql::User [declared-key]
