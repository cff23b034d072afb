package b;

import a.Animal;

public class Dog extends Animal { // inherits src/a/Animal.java::Animal
  public void speak() {
    super.feed(); // -> src/a/Animal.java::Animal.feed
    feed(); // -> src/a/Animal.java::Animal.feed [inherits]
    secret(); // -> nothing
    quiet(); // -> nothing
    name.length(); // -> nothing
    toString(); // -> nothing
  }

  public String name() { return name; }

  void use(Dog dog, Animal animal, Puppy puppy) {
    dog.speak(); // -> ::Dog.speak
    animal.speak(); // -> src/a/Animal.java::Animal.speak dynamic
    puppy.speak(); // -> ::Dog.speak [inherits]
    puppy.label(); // -> src/a/Named.java::Named.label dynamic
    puppy.play(); // -> ::Puppy.play
    dog.fly(); // -> nothing
  }
}

class Puppy extends Dog { // inherits ::Dog
  void play() { super.speak(); } // -> ::Dog.speak
}

class Stray extends a.Missing {
  void go() {
    speak(); // -> nothing
    own(); // -> ::Stray.own
  }

  void own() {}
}
