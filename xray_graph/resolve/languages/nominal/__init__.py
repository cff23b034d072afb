"""What Java and C# have alike: classes that state their bases, methods that are chosen by declared types.

    types                               types as plain tuples
    library                             what is told of a language's own library, as text
    classes functional                  bases and members; interfaces of one method
    inference overloads lambdas         type parameters by arguments, the method that a call means, lambdas
    values calls                        what an expression is; where a call's method is looked for
    resolver                            the edges of one file

Each row stands on those above it.
"""
