export class Square {
  draw() {}
}
export namespace inner {
  export class Circle {
    draw() {}
  }
}
export function measure() {
  return new Square();
}
