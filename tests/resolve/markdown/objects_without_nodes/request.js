class Request {
  send() {}
}

Request.prototype.routeOptions = {
  get: function () { return 1 },
}

module.exports = Request
