; What only JavaScript's grammar calls so.

(class_heritage (_) @base.extends)
((field_definition property: (_) @name value: [(arrow_function) (function_expression)] @callable)
  @declare.method (#set! fields "parameters parameters=parameter body"))
((field_definition property: (_) @name) @declare.field (#set! fields "value"))

([(jsx_opening_element name: [(identifier) (member_expression)] @reference.tag)
  (jsx_self_closing_element name: [(identifier) (member_expression)] @reference.tag)]
  (#match? @reference.tag "^[A-Z_$]|[.]"))
