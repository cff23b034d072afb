"""Routes of Express, Hono, Koa, Fastify and Nest."""

from __future__ import annotations

from tests.links.shown import endpoints


def test_express():
    files = {
        "app.js": """\
const express = require('express');
const users = require('./routes/users');
const { items } = require('./routes/items');
const app = express();
function home(req, res) {}
app.get('/', home);
app.get('env');
app.use(express.json());
app.use('/users', check, users);
app.use('/inline', require('./routes/inline'));
app.use(items);
app.route('/book').get((req, res) => {}).post(home);
app.post(['/a', '/b'], wrap(home));
other.get('/no', home);
""",
        "routes/users.js": """\
const { Router } = require('express');
const router = Router();
const list = (req, res) => {};
router.get('/:id', list);
module.exports = router;
""",
        "routes/inline.js": """\
const express = require('express');
const r = module.exports = express.Router();
r.delete('/x', (q, s) => {});
""",
        "routes/items.js": """\
const express = require('express');
const items = express.Router();
items.get('/items', function all(q, s) {});
exports.items = items;
""",
        "routes/loose.js": """\
const r = require('express').Router();
r.put('/y', (q, s) => {});
""",
    }
    assert endpoints(files) == [
        "GET / -> home",
        "GET /book -> func@1",
        "POST /book -> home",
        "POST /a -> home",
        "POST /b -> home",
        "DELETE /inline/x -> func@1",
        "GET /items -> all",
        "PUT /y? -> func@1",
        "GET /users/:id -> list",
    ]


def test_hono_koa_fastify_and_nest():
    files = {
        "h.ts": """\
import { Hono } from 'hono'
import Router from '@koa/router'
import Koa from 'koa'
import Fastify, { FastifyInstance } from 'fastify'
import { Controller, Get, Post } from '@nestjs/common'
const app = new Hono()
const api = new Hono().basePath('/v1')
const book = new Hono()
book.get('/:id', (c) => c.text(''))
app.route('/book', book)
api.post('/q', (c) => c.text(''))
const koa = new Koa()
const r = new Router({ prefix: '/k' })
r.get('/z', async (ctx) => {})
koa.use(r.routes())
const f = Fastify({ logger: true })
f.get('/f', async () => {})
export async function plugin(fastify: FastifyInstance, o) { fastify.get('/p', async () => {}) }
@Controller('cats')
export class Cats {
  @Get() all() {}
  @Get(':id') one() {}
  @Post(['a', 'b']) two() {}
  helper() {}
}
const map = new Map()
map.get('/no', 1)
"""
    }
    assert endpoints(files) == [
        "GET /book/:id -> func@1",
        "POST /v1/q -> func@2",
        "GET /k/z -> func@3",
        "GET /f -> func@4",
        "GET /p? -> plugin.func@1",
        "GET /cats -> Cats.all",
        "GET /cats/:id -> Cats.one",
        "POST /cats/a -> Cats.two",
        "POST /cats/b -> Cats.two",
    ]
