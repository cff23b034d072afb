<?php
interface Priced { function price(); }
abstract class Item { function label() {} abstract function price(); }
class Book extends Item implements Priced { function price() {} function pages() {} function isbn() {} }
class Film extends Item { function price() {} function pages() {} }
class Box
{
    use Wrapping { wrap as protected pack; Wrapping::tie as bind; close as shut; }

    /** @var Priced&Item */
    private $best;

    /**
     * @param Book[] $books
     * @param array{first: Book, film?: Film, 3: list<Film>} $shape
     */
    public function __construct(private iterable $books, private array $shape, Item $any)
    {
        foreach ($this->books as $book) {
            $book->pages();              // -> ::Book.pages
        }
        $shape['first']->isbn();         // -> ::Book.isbn
        $this->shape['film']->price();   // -> ::Film.price
        $this->shape[3][0]->price();     // -> ::Film.price
        $this->shape['first']->missing();  // -> nothing
        $this->best->label();            // -> ::Item.label
        $this->best->price();            // -> ::Priced.price dynamic
        $this->pack();                   // -> ::Wrapping.wrap
        $this->bind();                   // -> ::Wrapping.tie
        $this->wrap();                   // -> ::Wrapping.wrap
        $this->shut();                   // -> ::Wrapping.close
        assert($any instanceof Book);
        $any->isbn();                    // -> ::Book.isbn
    }

    public function close() {}

    /** @return Book|Film */
    public function some(): Item {}

    /** @return array{Book, int} */
    public function pair(): array {}

    /** @param class-string<Book> $class */
    public function make(string $class, Item $item)
    {
        $this->some()->isbn();           // -> ::Box.some, ::Book.isbn
        $this->some()->price();          // -> ::Box.some, ::Item.price dynamic
        [$book] = $this->pair();         // -> ::Box.pair
        $book->isbn();                   // -> ::Book.isbn
        $made = new $class();            // -> nothing
        $made->isbn();                   // -> ::Book.isbn
        while ($item instanceof Film) {
            $item->pages();              // -> ::Film.pages
        }
        $item->pages();                  // -> nothing
    }
}

trait Wrapping { function wrap() {} function tie() {} function close() {} }

class Shelf
{
    /**
     * @template T of Item
     * @param class-string<T> $class
     * @return T|null
     */
    public function find(string $class, int $at = 0): ?Item {}
}

/**
 * @template T
 * @param T $value
 * @return T
 */
function same($value) {}

/** @template TItem of Book */
class Row
{
    /** @param TItem $one */
    public function add($one, Shelf $shelf, string $name)
    {
        $one->isbn();                    // -> ::Book.isbn
        $shelf->find(Film::class)->pages();  // -> ::Shelf.find, ::Film.pages
        $shelf->find($name)->label();    // -> ::Shelf.find, ::Item.label
        $shelf->find($name)->pages();    // -> ::Shelf.find
        same(new Book())->isbn();        // -> ::same, ::Book, ::Book.isbn
        same($name)->isbn();             // -> ::same
    }
}
