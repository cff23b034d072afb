"""What is known of the .NET library without its source; how the text reads says `nominal.library`.

LINQ is `linq`. Called by `classes`.
"""

from __future__ import annotations

from typing import Final

from xray_graph.resolve.languages.csharp.frameworks import FRAMEWORKS
from xray_graph.resolve.languages.csharp.linq import LINQ
from xray_graph.resolve.languages.nominal.library import Library

# Keywords that are types. Those of `_OBJECTS` are classes of the library.
NUMBERS: Final = (
    "sbyte",
    "byte",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "float",
    "double",
    "decimal",
)
PRIMITIVES: Final = frozenset({*NUMBERS, "bool", "char", "nint", "nuint", "void"})
ON_STACK: Final = frozenset({"System.Span", "System.ReadOnlySpan"})
KEYWORDS: Final = {"string": "System.String", "object": "System.Object"}
STRUCTS: Final = {
    "SByte": "sbyte",
    "Byte": "byte",
    "Int16": "short",
    "UInt16": "ushort",
    "Int32": "int",
    "UInt32": "uint",
    "Int64": "long",
    "UInt64": "ulong",
    "Single": "float",
    "Double": "double",
    "Decimal": "decimal",
    "Boolean": "bool",
    "Char": "char",
}

_TEXT: Final = """
package System
Func : Delegate; Action : Delegate; Predicate : Delegate; Comparison : Delegate; EventHandler : Delegate
ValueType; IComparable; IConvertible; IFormattable; ICloneable; IFormatProvider; Attribute; EventArgs
FormattableString : IFormattable; Array : System.Collections.IList, ICloneable
final DBNull; Random; final Version : IComparable; AppDomain; IDisposable
SystemException : Exception; ArgumentException : SystemException; FormatException : SystemException
ArgumentNullException : ArgumentException; ArgumentOutOfRangeException : ArgumentException
InvalidOperationException : SystemException; NotSupportedException : SystemException
NotImplementedException : SystemException; InvalidCastException : SystemException
NullReferenceException : SystemException; OverflowException : SystemException
ObjectDisposedException : InvalidOperationException; ApplicationException : Exception
AggregateException : Exception; OperationCanceledException : SystemException
IEquatable<T>; MulticastDelegate : Delegate; Delegate
Object
  ToString() string; Equals(Object) bool; GetHashCode() int; GetType() Type; MemberwiseClone() Object
  static ReferenceEquals(Object, Object) bool
final String : IComparable, IConvertible, ICloneable, IEnumerable<char>
  Length int; Empty string; Substring(int) string; Substring(int, int) string; Trim() string
  Trim(char...) string; TrimStart(char...) string; TrimEnd(char...) string; ToLower() string
  ToUpper() string; ToLowerInvariant() string; ToUpperInvariant() string; Replace(string, string) string
  Replace(char, char) string; Split(char...) string[]; Split(string, Object) string[]; IndexOf(char) int
  IndexOf(string) int; IndexOf(string, Object) int; LastIndexOf(char) int; LastIndexOf(string) int
  StartsWith(string) bool; StartsWith(string, Object) bool; EndsWith(string) bool
  EndsWith(string, Object) bool; Contains(string) bool; Insert(int, string) string; Remove(int) string
  Remove(int, int) string; PadLeft(int) string; PadRight(int) string; ToCharArray() char[]
  static IsNullOrEmpty(string) bool; static IsNullOrWhiteSpace(string) bool
  static Format(Object, Object...) string; static Concat(Object...) string
  static Join(Object, Object...) string; static Equals(string, string) bool
  static Equals(string, string, Object) bool; static Compare(string, string) int; Item(int) char
Exception
  Message string; StackTrace string; InnerException Exception; GetBaseException() Exception
Enum : ValueType, IComparable, IConvertible, IFormattable
  static Parse(Type, string) Object; static GetNames(Type) string[]; HasFlag(Enum) bool
Nullable<T>
  Value T; HasValue bool; GetValueOrDefault() T; GetValueOrDefault(T) T
final DateTime : ValueType, IComparable, IConvertible, IFormattable
  Now DateTime; UtcNow DateTime; Today DateTime; Ticks long; Year int; Month int; Day int; Hour int
  AddDays(double) DateTime; AddYears(int) DateTime; AddMonths(int) DateTime; Date DateTime
  ToUniversalTime() DateTime; ToLocalTime() DateTime; static Parse(string) DateTime; MinValue DateTime
  MaxValue DateTime
final DateTimeOffset : ValueType, IComparable
  Now DateTimeOffset; UtcNow DateTimeOffset; DateTime DateTime; UtcDateTime DateTime; Offset TimeSpan
final TimeSpan : ValueType, IComparable
  TotalMilliseconds double; TotalSeconds double; Ticks long; static FromSeconds(double) TimeSpan
  static FromMilliseconds(double) TimeSpan; Zero TimeSpan; MaxValue TimeSpan; MinValue TimeSpan
  static FromMinutes(double) TimeSpan; static FromHours(double) TimeSpan; static FromDays(double) TimeSpan
final Guid : ValueType, IComparable
  static NewGuid() Guid; Empty Guid
Uri
  AbsoluteUri string; Host string; OriginalString string; LocalPath string
Type : MemberInfo
  FullName string; Namespace string; BaseType Type; IsGenericType bool; GetElementType() Type
  GetGenericTypeDefinition() Type; GetGenericArguments() Type[]; GetInterfaces() Type[]; Assembly Assembly
  GetMethod(string, Object...) MethodInfo; GetMethods(Object...) MethodInfo[]; MakeGenericType(Type...) Type
  GetProperty(string, Object...) PropertyInfo; GetProperties(Object...) PropertyInfo[]
  GetField(string, Object...) FieldInfo; GetFields(Object...) FieldInfo[]; GetInterface(string) Type
  GetMember(string, Object...) MemberInfo[]; GetMembers(Object...) MemberInfo[]; GetNestedTypes() Type[]
  GetConstructor(Object...) ConstructorInfo; GetConstructors(Object...) ConstructorInfo[]
  IsAssignableFrom(Type) bool; IsSubclassOf(Type) bool; IsInstanceOfType(Object) bool
  GetEvent(string) EventInfo; GetArrayRank() int; GetEnumNames() string[]; static GetType(string) Type
Tuple<A,B>
  Item1 A; Item2 B
Lazy<T>
  Value T
WeakReference<T>
Environment
  NewLine string; static GetEnvironmentVariable(string) string
Console
  static Write(Object...); static WriteLine(Object...); static ReadLine() string; Out TextWriter
  Error TextWriter; In TextReader
Math
  PI double; E double; static Sqrt(double) double; static Pow(double, double) double
Convert
  static ToString(Object) string; static ToInt32(Object) int; static ToInt64(Object) long
  static ToDateTime(Object, Object...) DateTime; static ToDouble(Object) double
  static ToBoolean(Object) bool; static ToDecimal(Object) decimal
  static ToBase64String(byte[]) string; static FromBase64String(string) byte[]
StringComparer : IEqualityComparer<string>, IComparer<string>
  Ordinal StringComparer; OrdinalIgnoreCase StringComparer; InvariantCulture StringComparer
  InvariantCultureIgnoreCase StringComparer; CurrentCulture StringComparer
  CurrentCultureIgnoreCase StringComparer
TimeProvider
  System TimeProvider; GetUtcNow() DateTimeOffset; GetLocalNow() DateTimeOffset
final TimeZoneInfo
  Utc TimeZoneInfo; Local TimeZoneInfo; static FindSystemTimeZoneById(string) TimeZoneInfo
ReadOnlySpan<T> : ValueType; Span<T> : ReadOnlySpan<T>
IServiceProvider
  GetService(Type) Object; <S> GetService() S; <S> GetRequiredService() S; GetRequiredService(Type) Object
  <S> GetServices() IEnumerable<S>; CreateScope() IServiceScope
Activator
  static CreateInstance(Type) Object; static <T> CreateInstance() T
package System.Numerics
final BigInteger : ValueType, IComparable, IFormattable
  static Parse(string) BigInteger; One BigInteger; Zero BigInteger
package System.Reflection
ICustomAttributeProvider; MethodBase : MemberInfo
MemberInfo : ICustomAttributeProvider
  Name string; DeclaringType Type; IsDefined(Type, bool) bool; GetCustomAttributes(Object...) Object[]
MethodInfo : MethodBase
  GetBaseDefinition() MethodInfo
  ReturnType Type; GetParameters() ParameterInfo[]; Invoke(Object, Object[]) Object
ConstructorInfo : MethodBase
  GetParameters() ParameterInfo[]; Invoke(Object[]) Object
PropertyInfo : MemberInfo
  PropertyType Type; GetValue(Object) Object; GetGetMethod() MethodInfo; GetSetMethod() MethodInfo
FieldInfo : MemberInfo
  FieldType Type; GetValue(Object) Object
TypeInfo : Type
ParameterInfo : ICustomAttributeProvider
  Name string; ParameterType Type
Assembly : ICustomAttributeProvider
  FullName string; GetTypes() Type[]; GetType(string) Type; static GetExecutingAssembly() Assembly
  DefinedTypes IEnumerable<TypeInfo>; ExportedTypes IEnumerable<Type>
package System.Threading
final CancellationToken : ValueType
  None CancellationToken
CancellationTokenSource : IDisposable
  Token CancellationToken; Cancel(Object...); IsCancellationRequested bool
Timeout
  InfiniteTimeSpan TimeSpan; Infinite int
Thread
  static Sleep(Object); CurrentThread Thread; Start(Object...); Join(Object...); Name string
package System.Threading.Tasks
Task<T> : IDisposable
  Result T; GetAwaiter() TaskAwaiter<T>; ConfigureAwait(bool) Task<T>
  static <S> FromResult(S) Task<S>; static <S> Run(Func<S>) Task<S>; static Delay(int) Task
  static <S> FromException(Exception) Task<S>; static <S> FromCanceled(CancellationToken) Task<S>
  CompletedTask Task; static <S> WhenAll(Task<S>...) Task<S[]>
ValueTask<T> : ValueType
  Result T; AsTask() Task<T>; ConfigureAwait(bool) ValueTask<T>; static <S> FromResult(S) ValueTask<S>
  static <S> FromException(Exception) ValueTask<S>; static <S> FromCanceled(CancellationToken) ValueTask<S>
TaskAwaiter<T>
  GetResult() T
package System.Text
Encoding
  UTF8 Encoding; ASCII Encoding; Unicode Encoding; GetBytes(string) byte[]; GetString(byte[]) string
StringBuilder
  Append(Object) StringBuilder; AppendLine() StringBuilder; AppendLine(string) StringBuilder
  AppendFormat(string, Object...) StringBuilder; Insert(int, Object) StringBuilder; Length int
package System.Text.RegularExpressions
Regex
  Match(string) Match; IsMatch(string) bool; static Replace(string, string, string) string
Match
  Value string; Success bool
package System.IO
Stream : IDisposable; MemoryStream : Stream; FileStream : Stream; BufferedStream : Stream
TextReader : IDisposable; TextWriter : IDisposable; StreamReader : TextReader; StringReader : TextReader
StreamWriter : TextWriter; BinaryReader : IDisposable; BinaryWriter : IDisposable
IOException : SystemException
StringWriter : TextWriter
  GetStringBuilder() StringBuilder
File
  static ReadAllText(string) string; static ReadAllBytes(string) byte[]; static OpenText(string) StreamReader
  static OpenRead(string) FileStream; static CreateText(string) StreamWriter; static Exists(string) bool
Path
  static Combine(string...) string; static GetFileName(string) string; static GetDirectoryName(string) string
package System.Globalization
CultureInfo : IFormatProvider
  InvariantCulture CultureInfo; CurrentCulture CultureInfo
package System.Collections
IEnumerator; IEqualityComparer; IComparer; IDictionaryEnumerator
Hashtable : System.Collections.IDictionary; ArrayList : System.Collections.IList
IEnumerable
  GetEnumerator() System.Collections.IEnumerator; <R> Cast() IEnumerable<R>; <R> OfType() IEnumerable<R>
ICollection : System.Collections.IEnumerable
  Count int
IList : System.Collections.ICollection
  Add(Object) int; IndexOf(Object) int; Contains(Object) bool; Insert(int, Object); Remove(Object)
  Item(int) Object
IDictionary : System.Collections.ICollection
  Add(Object, Object); Contains(Object) bool; Remove(Object); Item(Object) Object
package System.Collections.Specialized
NameValueCollection : System.Collections.ICollection
  Item(string) string; Get(string) string; AllKeys string[]; Add(string, string)
package System.Collections.Generic
IComparer<T>; IEqualityComparer<T>
Comparer<T> : IComparer<T>
  Default Comparer<T>; static <S> Create(Comparison<S>) Comparer<S>
EqualityComparer<T> : IEqualityComparer<T>
  Default EqualityComparer<T>
IEnumerator<T> : IDisposable
  Current T; MoveNext() bool
ICollection<T> : IEnumerable<T>
  Count int; Add(T); Contains(T) bool; Remove(T) bool
IReadOnlyCollection<T> : IEnumerable<T>
  Count int
IReadOnlyList<T> : IReadOnlyCollection<T>
  Item(int) T
IList<T> : ICollection<T>
  Item(int) T; IndexOf(T) int
List<T> : IList<T>, IReadOnlyList<T>
  Item(int) T; Find(Predicate<T>) T; FindLast(Predicate<T>) T; FindAll(Predicate<T>) List<T>
  FindIndex(Predicate<T>) int; FindLastIndex(Predicate<T>) int; Exists(Predicate<T>) bool
  TrueForAll(Predicate<T>) bool; ForEach(Action<T>); GetRange(int, int) List<T>
  <R> ConvertAll(Func<T,R>) List<R>; RemoveAll(Predicate<T>) int
  AddRange(IEnumerable<T>); Sort(Comparison<T>)
ISet<T> : ICollection<T>; HashSet<T> : ISet<T>; SortedSet<T> : ISet<T>; LinkedList<T> : ICollection<T>
Queue<T> : IEnumerable<T>
  Dequeue() T; Peek() T; Enqueue(T); Count int; TryDequeue(T) bool; TryPeek(T) bool
Stack<T> : IEnumerable<T>
  Pop() T; Peek() T; Push(T); Count int; TryPop(T) bool; TryPeek(T) bool
KeyValuePair<K,V> : ValueType
  Key K; Value V
IReadOnlyDictionary<K,V> : IEnumerable<KeyValuePair<K,V>>
  Item(K) V; Keys IEnumerable<K>; Values IEnumerable<V>; ContainsKey(K) bool; TryGetValue(K, V) bool
IDictionary<K,V> : ICollection<KeyValuePair<K,V>>
  Item(K) V; Keys ICollection<K>; Values ICollection<V>; ContainsKey(K) bool; TryGetValue(K, V) bool
  Add(K, V)
Dictionary<K,V> : IDictionary<K,V>, IReadOnlyDictionary<K,V>
  Item(K) V; Keys ICollection<K>; Values ICollection<V>; ContainsKey(K) bool; TryGetValue(K, V) bool
SortedDictionary<K,V> : IDictionary<K,V>
package System.Collections.ObjectModel
Collection<T> : IList<T>
  Items IList<T>
ObservableCollection<T> : Collection<T>; ReadOnlyCollection<T> : IList<T>
KeyedCollection<K,T> : Collection<T>
package System.Collections.Concurrent
ConcurrentDictionary<K,V> : IDictionary<K,V>
  GetOrAdd(K, Func<K,V>) V; GetOrAdd(K, V) V; TryAdd(K, V) bool; TryRemove(K, V) bool
ConcurrentQueue<T> : IEnumerable<T>
  Enqueue(T); TryDequeue(T) bool; TryPeek(T) bool; IsEmpty bool; Count int
package System.Linq.Expressions
Expression<F>
"""

LIBRARY: Final = Library(_TEXT + LINQ + FRAMEWORKS, PRIMITIVES, KEYWORDS, "ValueTuple")
# Whether the types of a namespace have type parameters; the two have names in common.
COLLECTIONS: Final = {"System.Collections": False, "System.Collections.Generic": True}
# Namespaces that a project of today sees without a using.
IMPLICIT: Final = (
    *("System", "System.Collections.Generic", "System.IO", "System.Linq"),
    *("System.Threading", "System.Threading.Tasks", "System.Net.Http"),
    "Xunit",  # which its package brings
    # and one for the web
    *("Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Routing", "Microsoft.Extensions.Configuration"),
    *("Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting"),
)
