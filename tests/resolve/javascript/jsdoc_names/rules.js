export class Context { report() {} }
export class Rule {
  /** @param {Context} context */
  create(context) {}
}
