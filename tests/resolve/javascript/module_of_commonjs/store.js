exports.Store = class Store {
  static open() {
    return new Store();
  }
  save() {}
};
