package a;

import java.net.Socket;
import java.util.List;

public class Repo {
  public void close() {}

  public void fetch(String url) {}

  void all(Socket s, List<String> list, Object o) throws Exception {
    s.close(); // -> nothing
    list.add("x"); // -> nothing
    o.close(); // -> nothing
    s.getInputStream().close(); // -> nothing
  }
}
