#include <string>
struct Text { Text(); Text(const char* s); Text(const char* s, int n); Text(const std::string& s); };
struct Node { Node* next(); const Node* next() const; void put(int n); void put(const Text& t); void put(const char* s); };
void out(int n);
void out(const Text& t);
void out(const char* format, ...);
template <typename T> void out(T first, T second, T third);
void use(Node& n, const Node& c, Text t, std::string s) {
  Text();          // -> ::Text.Text()
  Text("a");       // -> ::Text.Text(char*)
  Text("a", 2);    // -> ::Text.Text(char*,int)
  Text x(s);       // -> ::Text.Text(string&)
  n.next();        // -> ::Node.next
  c.next();        // -> ::Node.next~2
  n.put(1);        // -> ::Node.put(int)
  n.put(t);        // -> ::Node.put(Text&)
  n.put("a");      // -> ::Node.put(char*)
  out(1);          // -> ::out(int)
  out(t);          // -> ::out(Text&)
  n.put(unknown_thing); // -> nothing
}
