const { Router } = require('express');
const router = Router();
const list = (req, res) => {};
router.get('/:id', list); // references ::list [lexical]
module.exports = router;
