declare function make(): make.Made;
declare namespace make { interface Made { run(): void } export function other(): void }
export = make;
