const shop = require('./again'); // imports again.js
shop(); // references lib/index.js::create
shop.helper(); // -> lib/index.js::helper
