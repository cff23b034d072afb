CREATE TABLE "User" (id int);
