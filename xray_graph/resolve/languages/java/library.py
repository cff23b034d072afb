"""What is known of Java's own library without its source; how the text reads says `nominal.library`.

Called by `classes` and `names`.
"""

from __future__ import annotations

from typing import Final

from xray_graph.resolve.languages.java.frameworks import FRAMEWORKS
from xray_graph.resolve.languages.java.platform import PLATFORM
from xray_graph.resolve.languages.nominal.library import Library

PRIMITIVES: Final = frozenset({"boolean", "byte", "short", "char", "int", "long", "float", "double", "void"})

_TEXT: Final = """
package java.lang
final Void; Record; Cloneable; Appendable; Readable
Exception : Throwable; Error : Throwable; AssertionError : Error; RuntimeException : Exception
IllegalArgumentException : RuntimeException; IllegalStateException : RuntimeException
NumberFormatException : IllegalArgumentException; NullPointerException : RuntimeException
ClassCastException : RuntimeException; UnsupportedOperationException : RuntimeException
IndexOutOfBoundsException : RuntimeException; ReflectiveOperationException : Exception
ClassNotFoundException : ReflectiveOperationException; NoSuchFieldException : ReflectiveOperationException
NoSuchMethodException : ReflectiveOperationException; InterruptedException : Exception
Object
  toString() String; equals(Object) boolean; hashCode() int; getClass() Class<Object>
  clone() Object; wait(Object...); notify(); notifyAll(); finalize()
CharSequence
  length() int; charAt(int) char
Comparable<T> !
  compareTo(T) int
final String : CharSequence, Comparable<String>, Serializable
  length() int; charAt(int) char; isEmpty() boolean; isBlank() boolean; substring(int) String
  substring(int, int) String; trim() String; strip() String; toLowerCase() String
  toLowerCase(Locale) String; toUpperCase() String; toUpperCase(Locale) String
  replace(CharSequence, CharSequence) String; replaceAll(String, String) String; concat(String) String
  intern() String; repeat(int) String; split(String) String[]; split(String, int) String[]
  indexOf(String) int; lastIndexOf(String) int; startsWith(String) boolean; endsWith(String) boolean
  contains(CharSequence) boolean; equalsIgnoreCase(String) boolean; matches(String) boolean
  getBytes() byte[]; getBytes(Charset) byte[]; toCharArray() char[]; lines() Stream<String>
  formatted(Object...) String; static valueOf(Object) String; static format(String, Object...) String
  static join(CharSequence, Object...) String
final StringBuilder : CharSequence
  append(Object) StringBuilder; insert(int, Object) StringBuilder; reverse() StringBuilder
final StringBuffer : CharSequence
  append(Object) StringBuffer
Number : Serializable
  intValue() int; longValue() long; doubleValue() double; floatValue() float; byteValue() byte
  shortValue() short
final Float : Number, Comparable<Float>
  NaN float; POSITIVE_INFINITY float; NEGATIVE_INFINITY float; MAX_VALUE float; MIN_VALUE float
  TYPE Class<Float>
  static valueOf(Object) Float; static parseFloat(String) float; static floatToIntBits(float) int
final Short : Number, Comparable<Short>
  static valueOf(Object) Short; TYPE Class<Short>
final Byte : Number, Comparable<Byte>
  static valueOf(Object) Byte; TYPE Class<Byte>
final Integer : Number, Comparable<Integer>
  static valueOf(Object) Integer; static parseInt(String) int; static toString(int) String
  MAX_VALUE int; MIN_VALUE int; TYPE Class<Integer>
final Long : Number, Comparable<Long>
  static valueOf(Object) Long; static parseLong(String) long
  MAX_VALUE long; MIN_VALUE long; TYPE Class<Long>
final Character : Comparable<Character>, Serializable
  charValue() char; static valueOf(char) Character; static toString(int) String; static isDigit(char) boolean
  TYPE Class<Character>
final Double : Number, Comparable<Double>
  static valueOf(Object) Double; static parseDouble(String) double
  static doubleToLongBits(double) long
  NaN double; POSITIVE_INFINITY double; NEGATIVE_INFINITY double; MAX_VALUE double; MIN_VALUE double
  TYPE Class<Double>
final Boolean : Comparable<Boolean>, Serializable
  static valueOf(Object) Boolean; TRUE Boolean; FALSE Boolean; TYPE Class<Boolean>
  booleanValue() boolean
final Class<T> : Type, AnnotatedElement, Serializable
  getName() String; getSimpleName() String; cast(Object) T; newInstance() T; getEnumConstants() T[]
  getSuperclass() Class<Object>; getGenericSuperclass() Type; getComponentType() Class<Object>
  getDeclaredField(String) Field; getDeclaredFields() Field[]; getField(String) Field
  getMethod(String, Object...) Method; getDeclaredConstructor(Object...) Constructor<T>
  getDeclaredConstructors() Constructor<T>[]
Enum<E> : Comparable<E>, Serializable
  name() String; ordinal() int; compareTo(E) int; getDeclaringClass() Class<E>
Runnable !
  run()
AutoCloseable
  close()
ThreadLocal<T>
  get() T; set(T); static <S> withInitial(Supplier<S>) ThreadLocal<S>
Iterable<T>
  iterator() Iterator<T>; forEach(Consumer<T>); spliterator() Spliterator<T>
Throwable : Serializable
  getMessage() String; getLocalizedMessage() String; getCause() Throwable
  getStackTrace() StackTraceElement[]; initCause(Throwable) Throwable; getSuppressed() Throwable[]
final StackTraceElement : Serializable
  getClassName() String; getMethodName() String; getFileName() String; getLineNumber() int
final System
  static getProperty(String, Object...) String; static getenv(String) String; static lineSeparator() String
  static currentTimeMillis() long; static nanoTime() long; static identityHashCode(Object) int
  out PrintStream; err PrintStream; in InputStream
Thread : Runnable
  getName() String; getId() long; static currentThread() Thread
final Math
  PI double; E double; static sqrt(double) double; static pow(double, double) double
  static random() double; static floor(double) double; static ceil(double) double
package java.math
BigInteger : Number, Comparable<BigInteger>
  add(BigInteger) BigInteger; subtract(BigInteger) BigInteger; multiply(BigInteger) BigInteger
  static valueOf(long) BigInteger; ZERO BigInteger; ONE BigInteger; TEN BigInteger
BigDecimal : Number, Comparable<BigDecimal>
  add(BigDecimal) BigDecimal; subtract(BigDecimal) BigDecimal; multiply(BigDecimal) BigDecimal
  static valueOf(Object) BigDecimal; ZERO BigDecimal; ONE BigDecimal; TEN BigDecimal
package java.lang.reflect
AccessibleObject : AnnotatedElement; Executable : AccessibleObject, Member; TypeVariable<D> : Type
WildcardType : Type
Type
  getTypeName() String
Member
  getName() String; getDeclaringClass() Class<Object>
AnnotatedElement
  <A> getAnnotation(Class<A>) A
Field : AccessibleObject, Member
  getType() Class<Object>; getGenericType() Type; getDeclaringClass() Class<Object>; getName() String
  get(Object) Object
Method : Executable
  getReturnType() Class<Object>; getGenericReturnType() Type; getName() String
Constructor<T> : Executable
  newInstance(Object...) T
ParameterizedType : Type
  getActualTypeArguments() Type[]; getRawType() Type; getOwnerType() Type
GenericArrayType : Type
  getGenericComponentType() Type
package java.util
Spliterator<T>; AbstractCollection<E> : Collection<E>; AbstractList<E> : AbstractCollection<E>, List<E>
ArrayList<E> : AbstractList<E>; LinkedList<E> : AbstractList<E>, Deque<E>; Vector<E> : AbstractList<E>
AbstractSet<E> : AbstractCollection<E>, Set<E>; HashSet<E> : AbstractSet<E>; LinkedHashSet<E> : HashSet<E>
EnumSet<E> : AbstractSet<E>; NavigableSet<E> : SortedSet<E>; TreeSet<E> : AbstractSet<E>, NavigableSet<E>
ArrayDeque<E> : AbstractCollection<E>, Deque<E>; PriorityQueue<E> : AbstractCollection<E>, Queue<E>
AbstractMap<K,V> : Map<K,V>; HashMap<K,V> : AbstractMap<K,V>; LinkedHashMap<K,V> : HashMap<K,V>
IdentityHashMap<K,V> : AbstractMap<K,V>; WeakHashMap<K,V> : AbstractMap<K,V>
EnumMap<K,V> : AbstractMap<K,V>; Hashtable<K,V> : Map<K,V>
TreeMap<K,V> : AbstractMap<K,V>, NavigableMap<K,V>
GregorianCalendar : Calendar; final Locale; TimeZone; Random; final Currency; BitSet
Iterator<E>
  hasNext() boolean; next() E; remove(); forEachRemaining(Consumer<E>)
ListIterator<E> : Iterator<E>
  previous() E
Enumeration<E>
  nextElement() E
Collection<E> : Iterable<E>
  size() int; isEmpty() boolean; contains(Object) boolean; add(E) boolean; stream() Stream<E>
  parallelStream() Stream<E>; removeIf(Predicate<E>) boolean; toArray() Object[]; <T> toArray(T[]) T[]
List<E> : Collection<E>
  get(int) E; set(int, E) E; remove(int) E; getFirst() E; getLast() E; removeFirst() E; removeLast() E
  indexOf(Object) int; subList(int, int) List<E>; listIterator() ListIterator<E>; sort(Comparator<E>)
  replaceAll(UnaryOperator<E>); static <T> of(T...) List<T>; static <T> copyOf(Collection<T>) List<T>
Stack<E> : Vector<E>
  push(E) E; pop() E; peek() E
Set<E> : Collection<E>
  static <T> of(T...) Set<T>; static <T> copyOf(Collection<T>) Set<T>
SortedSet<E> : Set<E>
  first() E; last() E
Queue<E> : Collection<E>
  poll() E; peek() E; remove() E; element() E; offer(E) boolean
Deque<E> : Queue<E>
  pop() E; push(E); getFirst() E; getLast() E; peekFirst() E; peekLast() E; pollFirst() E; pollLast() E
  removeFirst() E; removeLast() E; descendingIterator() Iterator<E>
Map<K,V>
  get(Object) V; getOrDefault(Object, V) V; put(K, V) V; putIfAbsent(K, V) V; remove(Object) V
  replace(K, V) V; size() int; isEmpty() boolean; containsKey(Object) boolean; keySet() Set<K>
  values() Collection<V>; entrySet() Set<Map.Entry<K,V>>; forEach(BiConsumer<K,V>)
  computeIfAbsent(K, Function<K,V>) V; computeIfPresent(K, BiFunction<K,V,V>) V
  compute(K, BiFunction<K,V,V>) V; merge(K, V, BiFunction<V,V,V>) V; static <A,B> of(A, B) Map<A,B>
  static <A,B> entry(A, B) Map.Entry<A,B>; static <A,B> copyOf(Map<A,B>) Map<A,B>
Map.Entry<K,V>
  getKey() K; getValue() V; setValue(V) V
Properties : Hashtable<Object,Object>
  getProperty(String) String
SortedMap<K,V> : Map<K,V>
  firstKey() K; lastKey() K; headMap(K) SortedMap<K,V>; tailMap(K) SortedMap<K,V>; subMap(K, K) SortedMap<K,V>
NavigableMap<K,V> : SortedMap<K,V>
  firstEntry() Map.Entry<K,V>; lastEntry() Map.Entry<K,V>; floorEntry(K) Map.Entry<K,V>
  ceilingEntry(K) Map.Entry<K,V>; higherEntry(K) Map.Entry<K,V>; lowerEntry(K) Map.Entry<K,V>
  pollFirstEntry() Map.Entry<K,V>; pollLastEntry() Map.Entry<K,V>; descendingMap() NavigableMap<K,V>
Optional<T>
  get() T; orElse(T) T; orElseGet(Supplier<T>) T; orElseThrow() T; orElseThrow(Supplier<Object>) T
  isPresent() boolean; ifPresent(Consumer<T>); filter(Predicate<T>) Optional<T>
  ifPresentOrElse(Consumer<T>, Runnable)
  or(Supplier<Optional<T>>) Optional<T>; stream() Stream<T>; <R> map(Function<T,R>) Optional<R>
  <R> flatMap(Function<T,Optional<R>>) Optional<R>; static <S> of(S) Optional<S>
  static <S> ofNullable(S) Optional<S>
Objects
  static <T> requireNonNull(T) T; static <T> requireNonNull(T, Object) T
  static <T> requireNonNullElse(T, T) T
Arrays
  static <T> asList(T...) List<T>; static <T> stream(T[]) Stream<T>; static <T> copyOf(T[], int) T[]
Date : Comparable<Date>, Serializable
  getTime() long; before(Date) boolean; after(Date) boolean
Calendar : Comparable<Calendar>, Serializable
  getTime() Date; getTimeInMillis() long; get(int) int; getTimeZone() TimeZone
  static getInstance() Calendar; static getInstance(TimeZone) Calendar; static getInstance(Locale) Calendar
final UUID : Comparable<UUID>, Serializable
  static randomUUID() UUID; static fromString(String) UUID
Collections
  static <T> emptyList() List<T>; static <T> singletonList(T) List<T>; static <T> singleton(T) Set<T>
  static <T> unmodifiableList(List<T>) List<T>; static <T> unmodifiableSet(Set<T>) Set<T>
  static <T> unmodifiableCollection(Collection<T>) Collection<T>
  static <A,B> unmodifiableMap(Map<A,B>) Map<A,B>; static <T> synchronizedList(List<T>) List<T>
  static <A,B> synchronizedMap(Map<A,B>) Map<A,B>; static <T> max(Collection<T>) T
  static <T> min(Collection<T>) T; static <T> sort(List<T>, Comparator<T>)
Comparator<T> !
  compare(T, T) int; reversed() Comparator<T>; static <S,U> comparing(Function<S,U>) Comparator<S>
package java.util.concurrent
CopyOnWriteArrayList<E> : List<E>; LinkedBlockingQueue<E> : BlockingQueue<E>
ConcurrentLinkedQueue<E> : Queue<E>; ConcurrentMap<K,V> : Map<K,V>
ConcurrentHashMap<K,V> : AbstractMap<K,V>, ConcurrentMap<K,V>; CompletionStage<T>
BlockingQueue<E> : Queue<E>
  take() E
Callable<V> !
  call() V
Future<V>
  get() V; get(long, Object) V
CompletableFuture<T> : Future<T>, CompletionStage<T>
  join() T; <R> thenApply(Function<T,R>) CompletableFuture<R>
  thenAccept(Consumer<T>) CompletableFuture<Void>
  <R> thenCompose(Function<T,CompletableFuture<R>>) CompletableFuture<R>
  <R> handle(BiFunction<T,Throwable,R>) CompletableFuture<R>
  whenComplete(BiConsumer<T,Throwable>) CompletableFuture<T>
  exceptionally(Function<Throwable,T>) CompletableFuture<T>
  <U,R> thenCombine(CompletableFuture<U>, BiFunction<T,U,R>) CompletableFuture<R>
  static <S> completedFuture(S) CompletableFuture<S>
  static <S> supplyAsync(Supplier<S>) CompletableFuture<S>
Executor
  execute(Runnable)
ExecutorService : Executor
  <T> submit(Callable<T>) Future<T>
package java.util.regex
Pattern
  matcher(CharSequence) Matcher; static compile(String) Pattern
Matcher
  group() String; group(int) String; matches() boolean
package java.util.concurrent.atomic
AtomicReference<V>
  get() V; set(V); getAndSet(V) V; updateAndGet(UnaryOperator<V>) V
AtomicInteger : Number
  get() int; incrementAndGet() int; getAndIncrement() int
AtomicLong : Number
  get() long
AtomicBoolean
  get() boolean
package java.lang.ref
WeakReference<T> : Reference<T>; SoftReference<T> : Reference<T>
Reference<T>
  get() T
package java.util.function
Function<T,R> !
  apply(T) R; <S> andThen(Function<R,S>) Function<T,S>; <S> compose(Function<S,T>) Function<S,R>
  static <S> identity() Function<S,S>
BiFunction<T,U,R> !
  apply(T, U) R
UnaryOperator<T> ! : Function<T,T>
  apply(T) T
BinaryOperator<T> ! : BiFunction<T,T,T>
  apply(T, T) T
Consumer<T> !
  accept(T)
BiConsumer<T,U> !
  accept(T, U)
Supplier<T> !
  get() T
Predicate<T> !
  test(T) boolean; and(Predicate<T>) Predicate<T>; or(Predicate<T>) Predicate<T>; negate() Predicate<T>
BiPredicate<T,U> !
  test(T, U) boolean
ToIntFunction<T> !
  applyAsInt(T) int
ToLongFunction<T> !
  applyAsLong(T) long
ToDoubleFunction<T> !
  applyAsDouble(T) double
IntFunction<R> !
  apply(int) R
IntPredicate !
  test(int) boolean
IntConsumer !
  accept(int)
BooleanSupplier !
  getAsBoolean() boolean
IntSupplier !
  getAsInt() int
package java.util.stream
Collector<T,R>
BaseStream<T>
  iterator() Iterator<T>
Stream<T> : BaseStream<T>
  filter(Predicate<T>) Stream<T>; <R> map(Function<T,R>) Stream<R>
  <R> flatMap(Function<T,Stream<R>>) Stream<R>; mapToInt(ToIntFunction<T>) IntStream; distinct() Stream<T>
  sorted() Stream<T>; sorted(Comparator<T>) Stream<T>; peek(Consumer<T>) Stream<T>; limit(long) Stream<T>
  skip(long) Stream<T>; takeWhile(Predicate<T>) Stream<T>; dropWhile(Predicate<T>) Stream<T>
  forEach(Consumer<T>); forEachOrdered(Consumer<T>); toList() List<T>; findFirst() Optional<T>
  findAny() Optional<T>; anyMatch(Predicate<T>) boolean; allMatch(Predicate<T>) boolean
  noneMatch(Predicate<T>) boolean; min(Comparator<T>) Optional<T>; max(Comparator<T>) Optional<T>
  reduce(T, BinaryOperator<T>) T; reduce(BinaryOperator<T>) Optional<T>; count() long
  <R> collect(Collector<T,R>) R; static <S> of(S...) Stream<S>
  static <S> concat(Stream<S>, Stream<S>) Stream<S>; static <S> iterate(S, UnaryOperator<S>) Stream<S>
  static <S> generate(Supplier<S>) Stream<S>; <A> toArray(IntFunction<A[]>) A[]
StreamSupport
  static <S> stream(Spliterator<S>, boolean) Stream<S>
IntStream
  <R> mapToObj(IntFunction<R>) Stream<R>; forEach(IntConsumer); static range(int, int) IntStream
Collectors
  static <T> toList() Collector<T,List<T>>; static <T> toSet() Collector<T,Set<T>>
  static <T> toUnmodifiableList() Collector<T,List<T>>; static <T> joining() Collector<T,String>
  static <T> joining(CharSequence) Collector<T,String>
  static <T,K,U> toMap(Function<T,K>, Function<T,U>) Collector<T,Map<K,U>>
  static <T,K> groupingBy(Function<T,K>) Collector<T,Map<K,List<T>>>
  static <T,K,D> groupingBy(Function<T,K>, Collector<T,D>) Collector<T,Map<K,D>>
  static <T> partitioningBy(Predicate<T>) Collector<T,Map<Boolean,List<T>>>
  static <T,U,D> mapping(Function<T,U>, Collector<U,D>) Collector<T,D>
  static <T,D,R> collectingAndThen(Collector<T,D>, Function<D,R>) Collector<T,R>
  static <T,C> toCollection(Supplier<C>) Collector<T,C>
"""

LIBRARY: Final = Library(_TEXT + PLATFORM + FRAMEWORKS, PRIMITIVES)
