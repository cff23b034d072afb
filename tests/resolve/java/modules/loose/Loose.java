package loose;

import lib.Tool; // imports nothing

class Loose {
  void main() { Tool.run(); } // -> nothing
}
