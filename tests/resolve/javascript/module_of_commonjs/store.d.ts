export class Store {
  static open(): Store;
  save(): void;
}
