export function save() {}
export default class Plain {
  static save() {}
}
