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

function passed_over(test: boolean, kind: number) {
  let x: Shape = new Round(); // -> ::Round
  if (test) x = new Square(); // -> ::Square
  x.area(); // -> ::Round.area, ::Square.area
  x = new Round(); // -> ::Round
  test && (x = new Square()); // -> ::Square
  x.area(); // -> ::Round.area, ::Square.area
  x = new Round(); // -> ::Round
  test ? (x = new Square()) : null; // -> ::Square
  x.area(); // -> ::Round.area, ::Square.area
}

function cases(kind: number) {
  let x: Shape = new Round(); // -> ::Round
  switch (kind) {
    case 1:
      x = new Square(); // -> ::Square
      break;
    case 2:
      x.area(); // -> ::Round.area, ::Square.area
  }
}

function next(tests: boolean[]) {
  let x: Shape = new Round(); // -> ::Round
  for (let i = 0; tests[i]; x = new Square(), i++) { // -> ::Square
    x.area(); // -> ::Round.area, ::Square.area
  }
}

declare function made(): any;
let top: Shape = new Square(); // -> ::Square
top.area(); // -> ::Square.area
