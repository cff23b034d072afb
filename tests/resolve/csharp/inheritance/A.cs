interface INamed
{
    string Name();

    void Hello() { Name(); } // -> ::INamed.Name dynamic
}

abstract class Animal : INamed // implements ::INamed
{
    public abstract void Speak();

    public virtual void Feed()
    {
        Speak(); // -> ::Animal.Speak dynamic
        Secret(); // -> ::Animal.Secret
    }

    private void Secret() { }

    public string Name() => "";
}

class Dog : Animal // inherits ::Animal
{
    public override void Speak()
    {
        base.Feed(); // -> ::Animal.Feed
        Feed(); // -> ::Dog.Feed
        Secret(); // -> nothing
        ToString(); // -> nothing
        Hello(); // -> nothing
    }

    public override void Feed() { }

    void Use(Dog dog, Animal animal, INamed named, Puppy puppy)
    {
        dog.Speak(); // -> ::Dog.Speak
        animal.Speak(); // -> ::Animal.Speak dynamic
        named.Hello(); // -> ::INamed.Hello dynamic
        named.Name(); // -> ::INamed.Name dynamic
        puppy.Feed(); // -> ::Dog.Feed [inherits]
        dog?.Feed(); // -> ::Dog.Feed
        (animal as Dog)!.Feed(); // -> ::Dog.Feed
        if (animal is Puppy p && p.Small()) { } // -> ::Puppy.Small
        dog.Fly(); // -> nothing
    }
}

class Puppy : Dog // inherits ::Dog
{
    public bool Small() => true;
}

class Stray : Missing
{
    void Go()
    {
        Speak(); // -> nothing
        Own(); // -> ::Stray.Own
    }

    void Own() { }
}
