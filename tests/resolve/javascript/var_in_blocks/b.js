import { run } from './a.js'; // imports a.js

export function inIf(flag) {
  if (flag) {
    var run = () => 1;
  }
  run(); // -> ::inIf.run
}

export function inFor() {
  for (var run of [() => 1]) {
  }
  run(); // -> nothing
}

export function inTry() {
  try {
    var run = () => 1;
  } catch {
  }
  run(); // -> ::inTry.run
}

export function pattern(flag, given) {
  run(); // -> nothing
  if (flag) {
    var { run } = given;
  }
}

export function untouched(flag) {
  if (flag) {
    let run = () => 1;
    run(); // -> ::untouched.run
  }
  run(); // -> a.js::run
}
