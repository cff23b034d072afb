export class Scope { child() {} }
export class Block { run() {} }
