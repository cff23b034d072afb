type Shapes = typeof import('./shapes');
type Kind = typeof import('./shapes').Square;
type Round = typeof import('./shapes').inner.Circle;
type Maker = typeof import('./shapes').measure;

let Late: Kind;
let Rounder: Round;
let all: Shapes;
let maker: Maker;
let Twice: Kind | Round;

export function use(Given: Kind) {
  const late = new Late();
  late.draw(); // -> shapes.ts::Square.draw
  const round = new Rounder();
  round.draw(); // -> shapes.ts::inner.Circle.draw
  const given = new Given();
  given.draw(); // -> shapes.ts::Square.draw
  all.measure(); // -> shapes.ts::measure
  const made = maker(); // -> nothing
  made.draw(); // -> shapes.ts::Square.draw
  const either = new Twice();
  either.draw(); // -> shapes.ts::Square.draw, shapes.ts::inner.Circle.draw
}
