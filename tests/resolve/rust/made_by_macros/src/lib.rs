mod verbs;
use verbs::{get, Order, Router, Shape};

fn f(router: Router, order: Order) {
    get(1);                 // -> src/verbs.rs::get
    verbs::put(2);          // -> src/verbs.rs::put
    router.put(3).get(4);   // -> src/verbs.rs::Router.put, src/verbs.rs::Router.get
    Order::new(5).value();  // -> src/verbs.rs::Order.new, src/verbs.rs::Order.value
    order.area();           // -> src/verbs.rs::Shape.area [inherits]
    verbs::patch(6);
}
