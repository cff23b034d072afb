package b;

import static a.More.*;
import static a.Matchers.*;
import static a.More.only;
import static org.outside.Truth.only;

class Use {
    void take(String one) { }

    void take(Object one) { }

    void keep(String one, int count) { }

    void keep(String one, Exception cause) { }

    void all(StringBuilder[] many, StringBuilder one) {
        eq(1);           // -> src/a/Matchers.java::Matchers.eq(int)
        eq("a");         // -> src/a/Matchers.java::Matchers.eq(T)
        eq(1, 2);        // -> src/a/More.java::More.eq
        only(many);      // -> src/a/More.java::More.only
        only(one);       // -> nothing
        only("a");       // -> nothing
        take(any());     // -> src/a/Matchers.java::Matchers.any
        keep(any(), 1);  // -> ::Use.keep(String,int), src/a/Matchers.java::Matchers.any
    }
}
