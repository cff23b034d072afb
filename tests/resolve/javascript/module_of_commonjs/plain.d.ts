export function save(): void;
export default class Plain {
  static save(): void;
}
