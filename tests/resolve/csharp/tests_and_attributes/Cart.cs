using System;

public class MarkAttribute : Attribute { }

public class Cart
{
    public void Add() { }
}
