class Service { run() {} }
abstract class Base { go() {} }
interface Type<T> { new (...args: any[]): T }
type Made<T = {}> = new (...args: any[]) => T;
function inPlace<T>(one: { new (...args: any[]): T } | Function): T { return null!; }
function written<T>(one: new (...args: any[]) => T): T { return null!; }
function named<T>(one: Type<T> | Function | string): T { return null!; }
function aliased<T>(one: Made<T>): T { return null!; }
function abstracted<T>(one: abstract new () => T): T { return null!; }
function same<T>(one: T): T { return one; }
class Container { get<T>(one: Type<T>): T { return null!; } }
inPlace(Service).run(); // -> ::inPlace, ::Service.run
written(Service).run(); // -> ::written, ::Service.run
named(Service).run(); // -> ::named, ::Service.run
named('service').run(); // -> ::named
aliased(Service).run(); // -> ::aliased, ::Service.run
abstracted(Base).go(); // -> ::abstracted, ::Base.go
same(Service).run(); // -> ::same
new Container().get(Service).run(); // -> ::Container, ::Container.get, ::Service.run
