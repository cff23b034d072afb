"""What LINQ and what is written like it hand on, as text; how that reads says `nominal.library`.

Extension methods stand on `IEnumerable<T>` and `IQueryable<T>` themselves. Where overloads give back the
same, `Object...` stands for a comparer or a value that no lambda's type depends on. Called by `library`.
"""

from __future__ import annotations

from typing import Final

# The types whose methods here are extension methods; those of other types are members.
SEQUENCES: Final = frozenset(
    {
        *("System.Collections.IEnumerable", "System.Collections.Generic.IEnumerable"),
        *("System.Linq.IQueryable", "System.Linq.IOrderedEnumerable", "System.Linq.IOrderedQueryable"),
    }
)
LINQ: Final = """
package System.Collections.Generic
IEnumerable<T> : System.Collections.IEnumerable
  GetEnumerator() IEnumerator<T>; First() T; First(Func<T,bool>) T; Last() T; Last(Func<T,bool>) T
  FirstOrDefault() T; FirstOrDefault(Func<T,bool>, Object...) T; FirstOrDefault(T) T
  LastOrDefault() T; LastOrDefault(Func<T,bool>, Object...) T; LastOrDefault(T) T
  Single() T; Single(Func<T,bool>) T; SingleOrDefault() T; SingleOrDefault(Func<T,bool>, Object...) T
  SingleOrDefault(T) T; ElementAt(int) T; ElementAtOrDefault(int) T; ToList() List<T>; ToArray() T[]
  ToHashSet(Object...) HashSet<T>; AsQueryable() IQueryable<T>; AsEnumerable() IEnumerable<T>
  Any() bool; Any(Func<T,bool>) bool; All(Func<T,bool>) bool; Count() int; Count(Func<T,bool>) int
  LongCount() long; LongCount(Func<T,bool>) long; Contains(T) bool
  Contains(T, IEqualityComparer<T>) bool
  SequenceEqual(IEnumerable<T>, Object...) bool; Where(Func<T,bool>) IEnumerable<T>
  Where(Func<T,int,bool>) IEnumerable<T>; TakeWhile(Func<T,bool>) IEnumerable<T>
  TakeWhile(Func<T,int,bool>) IEnumerable<T>; SkipWhile(Func<T,bool>) IEnumerable<T>
  SkipWhile(Func<T,int,bool>) IEnumerable<T>; Skip(int) IEnumerable<T>; Take(int) IEnumerable<T>
  SkipLast(int) IEnumerable<T>; TakeLast(int) IEnumerable<T>; Distinct(Object...) IEnumerable<T>
  Reverse() IEnumerable<T>; Append(T) IEnumerable<T>; Prepend(T) IEnumerable<T>
  DefaultIfEmpty(Object...) IEnumerable<T>; Concat(IEnumerable<T>) IEnumerable<T>
  Union(IEnumerable<T>, Object...) IEnumerable<T>; Except(IEnumerable<T>, Object...) IEnumerable<T>
  Intersect(IEnumerable<T>, Object...) IEnumerable<T>; <K> DistinctBy(Func<T,K>, Object...) IEnumerable<T>
  <K> UnionBy(IEnumerable<T>, Func<T,K>, Object...) IEnumerable<T>
  <K> ExceptBy(IEnumerable<K>, Func<T,K>, Object...) IEnumerable<T>
  <K> IntersectBy(IEnumerable<K>, Func<T,K>, Object...) IEnumerable<T>; Chunk(int) IEnumerable<T[]>
  <R> OfType() IEnumerable<R>; <R> Cast() IEnumerable<R>; <R> Select(Func<T,R>) IEnumerable<R>
  <R> Select(Func<T,int,R>) IEnumerable<R>; <R> SelectMany(Func<T,IEnumerable<R>>) IEnumerable<R>
  <R> SelectMany(Func<T,int,IEnumerable<R>>) IEnumerable<R>
  <C,R> SelectMany(Func<T,IEnumerable<C>>, Func<T,C,R>) IEnumerable<R>
  Order(Object...) IOrderedEnumerable<T>; OrderDescending(Object...) IOrderedEnumerable<T>
  <K> OrderBy(Func<T,K>, Object...) IOrderedEnumerable<T>
  <K> OrderByDescending(Func<T,K>, Object...) IOrderedEnumerable<T>
  <K> GroupBy(Func<T,K>) IEnumerable<IGrouping<K,T>>
  <K> GroupBy(Func<T,K>, IEqualityComparer<K>) IEnumerable<IGrouping<K,T>>
  <K,V> GroupBy(Func<T,K>, Func<T,V>) IEnumerable<IGrouping<K,V>>
  <K,V> GroupBy(Func<T,K>, Func<T,V>, IEqualityComparer<K>) IEnumerable<IGrouping<K,V>>
  <K,R> GroupBy(Func<T,K>, Func<K,IEnumerable<T>,R>) IEnumerable<R>
  <K,V,R> GroupBy(Func<T,K>, Func<T,V>, Func<K,IEnumerable<V>,R>) IEnumerable<R>
  <K> ToLookup(Func<T,K>) ILookup<K,T>; <K> ToLookup(Func<T,K>, IEqualityComparer<K>) ILookup<K,T>
  <K,V> ToLookup(Func<T,K>, Func<T,V>) ILookup<K,V>
  <K,V> ToLookup(Func<T,K>, Func<T,V>, IEqualityComparer<K>) ILookup<K,V>
  <K> ToDictionary(Func<T,K>) Dictionary<K,T>
  <K> ToDictionary(Func<T,K>, IEqualityComparer<K>) Dictionary<K,T>
  <K,V> ToDictionary(Func<T,K>, Func<T,V>) Dictionary<K,V>
  <K,V> ToDictionary(Func<T,K>, Func<T,V>, IEqualityComparer<K>) Dictionary<K,V>
  <U,K,R> Join(IEnumerable<U>, Func<T,K>, Func<U,K>, Func<T,U,R>, Object...) IEnumerable<R>
  <U,K,R> GroupJoin(IEnumerable<U>, Func<T,K>, Func<U,K>, Func<T,IEnumerable<U>,R>, Object...) IEnumerable<R>
  <U> Zip(IEnumerable<U>) IEnumerable<ValueTuple<First T,Second U>>
  <U,R> Zip(IEnumerable<U>, Func<T,U,R>) IEnumerable<R>
  Aggregate(Func<T,T,T>) T; <S> Aggregate(S, Func<S,T,S>) S; <S,R> Aggregate(S, Func<S,T,S>, Func<S,R>) R
  Sum() T; <R> Sum(Func<T,R>) R; Average() double; <R> Average(Func<T,R>) double; Max() T; Min() T
  <R> Max(Func<T,R>) R; <R> Min(Func<T,R>) R; <K> MaxBy(Func<T,K>, Object...) T
  <K> MinBy(Func<T,K>, Object...) T
package System.Linq
IGrouping<K,T> : IEnumerable<T>
  Key K
IOrderedEnumerable<T> : IEnumerable<T>
  <K> ThenBy(Func<T,K>, Object...) IOrderedEnumerable<T>
  <K> ThenByDescending(Func<T,K>, Object...) IOrderedEnumerable<T>
ILookup<K,T> : IEnumerable<IGrouping<K,T>>
  Item(K) IEnumerable<T>; Contains(K) bool; Count int
Enumerable
  static Range(int, int) IEnumerable<int>; static <T> Repeat(T, int) IEnumerable<T>
  static <T> Empty() IEnumerable<T>
IOrderedQueryable<T> : IQueryable<T>
  <K> ThenBy(Func<T,K>, Object...) IOrderedQueryable<T>
  <K> ThenByDescending(Func<T,K>, Object...) IOrderedQueryable<T>
IQueryable<T> : IEnumerable<T>
  Where(Func<T,bool>) IQueryable<T>; Skip(int) IQueryable<T>; Take(int) IQueryable<T>
  Distinct() IQueryable<T>; <R> Select(Func<T,R>) IQueryable<R>
  <R> SelectMany(Func<T,IEnumerable<R>>) IQueryable<R>
  <C,R> SelectMany(Func<T,IEnumerable<C>>, Func<T,C,R>) IQueryable<R>
  <K> OrderBy(Func<T,K>) IOrderedQueryable<T>; <K> OrderByDescending(Func<T,K>) IOrderedQueryable<T>
  <R> Include(Func<T,R>) IQueryable<T>; AsNoTracking() IQueryable<T>; ToListAsync(Object...) Task<List<T>>
  ToArrayAsync(Object...) Task<T[]>; FirstAsync(Func<T,bool>, Object...) Task<T>
  FirstOrDefaultAsync(Func<T,bool>, Object...) Task<T>; SingleAsync(Func<T,bool>, Object...) Task<T>
  SingleOrDefaultAsync(Func<T,bool>, Object...) Task<T>; CountAsync(Func<T,bool>, Object...) Task<int>
  AnyAsync(Func<T,bool>, Object...) Task<bool>; AllAsync(Func<T,bool>, Object...) Task<bool>
  <R> MaxAsync(Func<T,R>, Object...) Task<R>; <R> MinAsync(Func<T,R>, Object...) Task<R>
  <R> SumAsync(Func<T,R>, Object...) Task<R>; FirstAsync(Object...) Task<T>
  FirstOrDefaultAsync(Object...) Task<T>; SingleAsync(Object...) Task<T>
  SingleOrDefaultAsync(Object...) Task<T>; CountAsync(Object...) Task<int>; AnyAsync(Object...) Task<bool>
"""
