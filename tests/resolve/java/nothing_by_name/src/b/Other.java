package b;

class Other {
  void add(String x) {}

  void use(Repo repo) {
    fetch("u"); // -> nothing
    repo.close(); // -> nothing
    Repo.close(); // -> nothing
  }
}
