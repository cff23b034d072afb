class Round {
  area() {}
}
class Square {
  area() {}
}
type Shape = Round | Square;

function last(test: boolean, given: Shape = new Round()) {
  let x: Round | Square;
  x = new Round(); // -> ::Round
  x.area(); // -> ::Round.area
  if (test) {
    x = new Square(); // -> ::Square
    x.area(); // -> ::Square.area
  }
  x.area(); // -> ::Round.area, ::Square.area
  given.area(); // -> ::Round.area, ::Square.area
  given = new Square(); // -> ::Square
  given.area(); // -> ::Square.area
}

function initial(test: boolean) {
  const known: Shape = new Square(); // -> ::Square
  known.area(); // -> ::Square.area
  let either: Shape | null = test ? new Square() : null; // -> ::Square
  either?.area(); // -> ::Square.area
  const later = () => either?.area(); // -> ::Round.area, ::Square.area
  either = made(); // -> ::made
  either?.area(); // -> ::Round.area, ::Square.area
  later(); // -> ::initial.later
}

function loops(tests: boolean[]) {
  let x: Shape = new Round(); // -> ::Round
  for (const test of tests) {
    x.area(); // -> ::Round.area, ::Square.area
    x = new Square(); // -> ::Square
    x.area(); // -> ::Square.area
  }
}

declare function made(): any;
let top: Shape = new Square(); // -> ::Square
top.area(); // -> ::Square.area
