class Boat {
  sail() {}
}

/** @this {Boat} */
function bare() {
  this.sail(); // -> ::Boat.sail
}

/**
 * @this {Boat}
 * @param {{ other: Boat }} given
 */
const taken = function ({ other }) {
  this.sail(); // -> ::Boat.sail
  other.sail(); // -> ::Boat.sail
  const later = () => this.sail(); // -> ::Boat.sail
};

function none() {
  this.sail(); // -> nothing
}

taken.call(new Boat(), { other: new Boat() });
