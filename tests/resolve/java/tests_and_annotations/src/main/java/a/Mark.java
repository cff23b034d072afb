package a;

public @interface Mark {
  String value() default "";
}
