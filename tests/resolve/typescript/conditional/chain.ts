// A chain of conditions may be long: each is beside the one before, not inside it.
export interface Box<V> { held: V }
export interface A0 { a0: string }
export interface A1 { a1: string }
export interface A2 { a2: string }
export interface A3 { a3: string }
export interface A4 { a4: string }
export interface A5 { a5: string }
export interface A6 { a6: string }
export interface A7 { a7: string }
export interface A8 { a8: string }
export interface A9 { a9: string }
export interface A10 { a10: string }
export interface A11 { a11: string }
export interface Last { last: string }
export type Deep<T> = T extends Box<infer I> ? I : T extends Box<A0> ? A0 : T extends Box<A1> ? A1 : T extends Box<A2> ? A2 : T extends Box<A3> ? A3 : T extends Box<A4> ? A4 : T extends Box<A5> ? A5 : T extends Box<A6> ? A6 : T extends Box<A7> ? A7 : T extends Box<A8> ? A8 : T extends Box<A9> ? A9 : T extends Box<A10> ? A10 : T extends Box<A11> ? A11 : Last; // references ::Box, ::A0, ::A1, ::A2, ::A3, ::A4, ::A5, ::A6, ::A7, ::A8, ::A9, ::A10, ::A11, ::Last
