CREATE TABLE users (id int);
CREATE TABLE orders (
  user_id int REFERENCES Users(id), -- references ::users [declared-key]
  item int REFERENCES items(id) -- references outside/::table/items [declared-key]
);
