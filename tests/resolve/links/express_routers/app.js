const express = require('express');
const users = require('./routes/users');
const { items } = require('./routes/items');
const app = express();
function home(req, res) {}
app.get('/', home); // references ::home [lexical]
app.use('/users', check, users);
app.use(items);
app.post('/imported', users.make);
other.get('/no', home); // references nothing
