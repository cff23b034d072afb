import { run } from "./a"; // imports a.ts

export function inIf(flag: boolean) {
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

export function pattern(flag: boolean, given: any) {
  run(); // -> nothing
  if (flag) {
    var { run } = given;
  }
}

export function untouched(flag: boolean) {
  if (flag) {
    let run = () => 1;
    run(); // -> ::untouched.run
  }
  run(); // -> a.ts::run
}
