package other

import "os"

const q = `SELECT * FROM carts` // references svc/schema.sql::carts [declared-key]

func f() { os.Getenv("PORT") } // reads svc/.env.example::PORT [declared-key]
