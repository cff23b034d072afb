#pragma once
namespace a {
struct Key { int n; };
int hash(const Key& k);
namespace b { int deep(); }
inline int here() { return b::deep(); } // -> ::a.b.deep
}
namespace { int hidden() { return 1; } }
enum Color { RED };
void paint(Color c);
void paint(int n, int m);
