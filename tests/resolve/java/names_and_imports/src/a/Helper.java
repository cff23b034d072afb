package a;

class Helper {
  static void help() {}
}
