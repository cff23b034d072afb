function Shape(name) {
  if (!(this instanceof Shape)) return new Shape(name); // -> ::Shape
  this.name = name;
  this.helper = new Helper(); // -> ::Helper
}
Shape.prototype.area = function area() { return this.scale(2); }; // -> ::Shape.scale
Shape.prototype.scale = function (k) { this.helper.help(); }; // -> ::Helper.prototype.help
Shape.of = function () { return new Shape(); }; // -> ::Shape
function Helper() {}
Helper.prototype = { help() { this.twice(); }, twice: function () {} }; // -> ::Helper.prototype.twice
new Shape('a').area(); // -> ::Shape, ::Shape.area
Shape.of().scale(1); // -> ::Shape.of, ::Shape.scale
const shape = new Shape(); // -> ::Shape
shape.missing(); // -> nothing
class Old extends Shape { area() { return super.area(); } } // -> ::Shape.area
