package shop;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class Boat {
    Storm storm() { return new Storm(); } // -> ::Storm
    String name() { return ""; }
    boolean sails() { return true; }
}

class Storm {
    String text() { return ""; }
}

class Streams {
    void references(Map<String, List<Boat>> fleets) {
        fleets.entrySet().stream().map(Map.Entry::getValue).forEach(fleet -> fleet.get(0).name()); // -> ::Boat.name
        fleets.values().stream().flatMap(List::stream).forEach(boat -> boat.name());               // -> ::Boat.name
        fleets.values().stream().flatMap(Collection::stream).map(Boat::storm).forEach(s -> s.text()); // -> ::Storm.text
    }

    void collectors(Stream<Boat> boats) {
        boats.collect(Collectors.groupingBy(Boat::name, Collectors.toList())).get("a").get(0).name();   // -> ::Boat.name
        boats.collect(Collectors.partitioningBy(boat -> boat.sails())).get(true).get(0).name();         // -> ::Boat.sails, ::Boat.name
        boats.collect(Collectors.collectingAndThen(Collectors.toList(), all -> all.get(0))).name();     // -> ::Boat.name
        Stream.iterate(new Boat(), boat -> boat).limit(3).toList().get(0).name();                       // -> ::Boat, ::Boat.name
    }

    void futures(CompletableFuture<Boat> future) throws Exception {
        future.handle((boat, fault) -> boat.storm()).get().text();             // -> ::Boat.storm, ::Storm.text
        future.whenComplete((boat, fault) -> boat.name());                     // -> ::Boat.name
        future.thenCombine(future, (one, other) -> one.storm()).join().text(); // -> ::Boat.storm, ::Storm.text
    }

    void functions(Function<Boat, Storm> f, Predicate<Boat> p, Optional<Boat> found, Iterator<Boat> it) {
        f.andThen(storm -> storm.text()).apply(null);                 // -> ::Storm.text
        f.compose((String name) -> new Boat()).apply("").text();      // -> ::Boat, ::Storm.text
        p.and(boat -> boat.sails()).test(null);                       // -> ::Boat.sails
        found.ifPresentOrElse(boat -> boat.name(), () -> { });        // -> ::Boat.name
        it.forEachRemaining(boat -> boat.name());                     // -> ::Boat.name
    }

    void maps(TreeMap<String, Boat> boats) {
        boats.headMap("m").values().iterator().next().name(); // -> ::Boat.name
        boats.higherEntry("m").getValue().name();             // -> ::Boat.name
    }
}

class Nested {
    void targets(List<Boat> boats) {
        boats.sort(Comparator.comparing(boat -> boat.name()));                                        // -> ::Boat.name
        boats.stream().sorted(Comparator.comparing(boat -> boat.storm().text()));                     // -> ::Boat.storm, ::Storm.text
        boats.stream().collect(Collectors.toMap(boat -> boat.name(), boat -> boat.storm())).get("a").text(); // -> ::Boat.name, ::Boat.storm, ::Storm.text
        Collections.sort(boats, Comparator.comparing(boat -> boat.name()));                           // -> ::Boat.name
        Comparator<Boat> byName = Comparator.comparing(boat -> boat.name());                          // -> ::Boat.name
        take(same(boat -> boat.storm()));                                                             // -> ::Nested.take, ::Nested.same, ::Boat.storm
        open(same(boat -> boat.storm()));                                                             // -> ::Nested.open, ::Nested.same
    }

    static <A, B> Function<A, B> same(Function<A, B> f) { return f; }
    void take(Function<Boat, Storm> f) { }
    void open(Object f) { }
}
