"""What is known of libraries that nearly every Java program stands on: test doubles, Guava, Spring.

A program's own values pass through these: `verify(mock).send()`, `checkNotNull(cart).add()`, a bean by its
class, an entity out of a repository. How the text reads says `nominal.library`. Called by `library`.
"""

from __future__ import annotations

from typing import Final

FRAMEWORKS: Final = """
package org.mockito
ArgumentMatchers
  static <T> any(Class<T>) T; static <T> eq(T) T; static <T> same(T) T; static <T> isA(Class<T>) T
  static anyInt() int; static anyLong() long; static anyString() String; static anyBoolean() boolean
Mockito : ArgumentMatchers
  static <T> mock(Class<T>, Object...) T; static <T> spy(T) T; static <T> verify(T, Object...) T
  static doReturn(Object...) Stubber; static doThrow(Object...) Stubber; static doAnswer(Object...) Stubber
  static doNothing() Stubber; static doCallRealMethod() Stubber; static inOrder(Object...) InOrder
BDDMockito : Mockito
  static <T> then(T) BDDMockito.Then<T>; static willReturn(Object...) BDDMockito.BDDStubber
  static willThrow(Object...) BDDMockito.BDDStubber; static willAnswer(Object...) BDDMockito.BDDStubber
  static willDoNothing() BDDMockito.BDDStubber
BDDMockito.Then<T>
  should(Object...) T
BDDMockito.BDDStubber
  <T> given(T) T
InOrder
  <T> verify(T, Object...) T
ArgumentCaptor<T>
  getValue() T; getAllValues() List<T>; capture() T; static <S> forClass(Class<S>) ArgumentCaptor<S>
package org.mockito.stubbing
Stubber
  <T> when(T) T; doReturn(Object...) Stubber; doThrow(Object...) Stubber; doNothing() Stubber
package org.junit.jupiter.api
Assertions
  static <T> assertThrows(Class<T>, Object...) T; static <T> assertInstanceOf(Class<T>, Object...) T
package org.junit.jupiter.api.function
ThrowingConsumer<T> !
  accept(T)
ThrowingSupplier<T> !
  get() T
package org.assertj.core.api
ThrowingConsumer<T> !
  accept(T)
package org.junit
Assert
  static <T> assertThrows(Class<T>, Object...) T
package com.google.common.base
Preconditions
  static <T> checkNotNull(T, Object...) T
package com.google.common.collect
final ImmutableCollection<E> : AbstractCollection<E>, Serializable
final ImmutableList<E> : ImmutableCollection<E>, List<E>
  static <T> of(T...) ImmutableList<T>; static <T> copyOf(Iterable<T>) ImmutableList<T>
  reverse() ImmutableList<E>; static <T> toImmutableList() Collector<T,ImmutableList<T>>
final ImmutableSet<E> : ImmutableCollection<E>, Set<E>
  static <T> of(T...) ImmutableSet<T>; static <T> copyOf(Iterable<T>) ImmutableSet<T>
  asList() ImmutableList<E>; static <T> toImmutableSet() Collector<T,ImmutableSet<T>>
final ImmutableMap<K,V> : Map<K,V>, Serializable
  static <A,B> of(A, B, Object...) ImmutableMap<A,B>; static <A,B> copyOf(Map<A,B>) ImmutableMap<A,B>
Iterables
  static <T> getOnlyElement(Iterable<T>) T; static <T> getLast(Iterable<T>) T
package okhttp3
final HttpUrl
package okhttp3.mockwebserver
MockWebServer
  url(String) HttpUrl
package mockwebserver3
MockWebServer
  url(String) HttpUrl
package org.springframework.beans.factory
ObjectProvider<T>
  getObject() T; getIfAvailable() T; getIfUnique() T
BeanFactory
  <T> getBean(Class<T>) T; <S> getBean(String, Class<S>) S
package org.springframework.context
ApplicationContext : BeanFactory; ConfigurableApplicationContext : ApplicationContext
package org.springframework.boot.test.context.assertj
AssertableApplicationContext : ConfigurableApplicationContext
package org.springframework.boot.test.context.runner
ApplicationContextRunner
  withUserConfiguration(Object...) ApplicationContextRunner; withBean(Object...) ApplicationContextRunner
  withConfiguration(Object) ApplicationContextRunner; withPropertyValues(Object...) ApplicationContextRunner
  run(Consumer<AssertableApplicationContext>) ApplicationContextRunner
package org.springframework.http
ResponseEntity<T>
  getBody() T
package org.springframework.data.repository
CrudRepository<T,I>
  findById(I) Optional<T>; save(T) T; findAll() Iterable<T>; existsById(I) boolean; count() long
ListCrudRepository<T,I> : CrudRepository<T,I>
  findAll() List<T>
package org.springframework.data.jpa.repository
JpaRepository<T,I> : ListCrudRepository<T,I>
  getReferenceById(I) T; saveAndFlush(T) T
"""
