import java.util.List;
import java.util.Optional;
import java.util.function.Function;

interface Handler<E> {
  void handle(E event);

  default Handler<E> twice() { return e -> handle(e); } // -> ::Handler.handle dynamic
}

interface Maker<T> {
  T make(int size);
}

class Event {
  void stop() {}

  Event next() { return this; }

  static Event first() { return null; }
}

class Bus {
  void on(Handler<Event> handler) {}

  <E> void on(Class<E> type, Handler<? super E> handler) {}

  <T> T build(Maker<T> maker) { return null; }
}

class Use {
  Handler<Event> field = e -> e.stop(); // -> ::Event.stop

  Handler<Event> given() { return e -> e.stop(); } // -> ::Event.stop

  void all(Bus bus, List<Event> events, Optional<Event> maybe) {
    bus.on(e -> e.stop()); // -> ::Bus.on(Handler), ::Event.stop
    bus.on(Event.class, e -> e.stop()); // -> ::Bus.on(Class,Handler), ::Event.stop
    bus.on((Event e) -> { e.stop(); }); // -> ::Bus.on(Handler), ::Event.stop
    bus.build(size -> new Event()).stop(); // -> ::Bus.build, ::Event, ::Event.stop
    bus.build(size -> { return new Event().next(); }).stop(); // -> ::Bus.build, ::Event, ::Event.next, ::Event.stop
    Handler<Event> h = e -> e.next().stop(); // -> ::Event.next, ::Event.stop
    h.handle(null); // -> ::Handler.handle dynamic
    field = e -> e.stop(); // -> ::Event.stop
    events.forEach(e -> e.stop()); // -> ::Event.stop
    events.stream().map(e -> e.next()).filter(e -> e != null).forEach(e -> e.stop()); // -> ::Event.next, ::Event.stop
    maybe.map(Event::next).get().stop(); // -> ::Event.stop
    events.forEach(Event::stop); // references ::Event.stop
    Function<Integer, Event> f = x -> Event.first(); // -> ::Event.first
    f.apply(1).stop(); // -> ::Event.stop
    unknown(e -> e.stop()); // -> nothing
  }
}
