package shop;

import static com.google.common.base.Preconditions.checkNotNull;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.times;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.mockito.BDDMockito;
import org.mockito.InOrder;
import org.springframework.context.ApplicationContext;
import org.springframework.data.jpa.repository.JpaRepository;

class Cart {
    Cart add(String name) { return this; }
    String total() { return ""; }
}

interface Carts extends JpaRepository<Cart, Integer> { }

class Use {
    void doubles(InOrder order) {
        var cart = mock(Cart.class);
        cart.add("a");                           // -> ::Cart.add
        verify(cart).add("a").total();           // -> ::Cart.add, ::Cart.total
        verify(cart, times(2)).total();          // -> ::Cart.total
        doReturn("b").when(cart).total();        // -> ::Cart.total
        BDDMockito.then(cart).should().total();  // -> ::Cart.total
        order.verify(cart).add("b");             // -> ::Cart.add
    }

    void values(Cart cart, Carts carts, ApplicationContext context, String[] names) {
        checkNotNull(cart, "none").total();               // -> ::Cart.total
        carts.findById(1).get().total();                  // -> ::Cart.total
        context.getBean(Cart.class).total();              // -> ::Cart.total
        context.getBean("cart", Cart.class).total();      // -> ::Cart.total
        ImmutableList.of(cart).get(0).total();            // -> ::Cart.total
        take(ImmutableList.of(cart));                     // -> ::Use.take(Iterable)
        carts.findByName("a").total();                    // -> nothing
    }

    void later() {
        ThrowingConsumer<Cart> write = cart -> {
            cart.add("c");                                // -> ::Cart.add
        };
    }

    void take(Cart... carts) { }
    void take(Iterable<Cart> carts) { }
}
