const express = require('express');
const shown = require('./shown');
const items = express.Router();
items.get('/items', shown.all); // references routes/shown.js::exports.all [import]
exports.items = items;
