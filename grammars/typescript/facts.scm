; What TypeScript has over JavaScript.

((function_signature name: (identifier) @name) @declare.function
  (#set! fields "type_parameters parameters result=return_type"))

; --- classes ---
((abstract_class_declaration name: (_) @name) @declare.class
  (#set! fields "type_parameters body") (#set! attributes "abstract"))
((public_field_definition name: (_) @name value: [(arrow_function) (function_expression)] @callable)
  @declare.method
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body type"))
((public_field_definition name: (_) @name) @declare.field (#set! fields "type value"))
((abstract_method_signature name: (_) @name) @declare.method
  (#set! fields "type_parameters parameters result=return_type") (#set! attributes "abstract"))
((method_signature name: (_) @name) @declare.method
  (#set! fields "type_parameters parameters result=return_type"))
(extends_clause) @base.extends
(implements_clause (_) @base.implements)

; a function behind `as T` or `satisfies T`: what is stated of it is T
((variable_declarator name: (identifier) @name
  value: [(as_expression . (parenthesized_expression [(arrow_function) (function_expression)] @callable) (_) @type)
          (satisfies_expression . (parenthesized_expression [(arrow_function) (function_expression)] @callable)
            (_) @type)]) @declare.function
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body")
  (#set! prefix "const ") (#set! first "yes"))

; an object with functions of its own behind `as const`, `as T`, `satisfies T`
((variable_declarator name: (identifier) @name
  value: [(as_expression . (_ (method_definition)) @callable @body)
          (satisfies_expression . (_ (method_definition)) @callable @body)]) @declare.constant
  (#set! fields "type value") (#set! prefix "const ") (#set! first "yes"))
((variable_declarator name: (identifier) @name
  value: [(as_expression . (_ (pair value: [(arrow_function) (function_expression)])) @callable @body)
          (satisfies_expression . (_ (pair value: [(arrow_function) (function_expression)])) @callable @body)])
  @declare.constant
  (#set! fields "type value") (#set! prefix "const ") (#set! first "yes"))

; --- types ---
((interface_declaration name: (_) @name) @declare.interface (#set! fields "type_parameters body"))
(extends_type_clause type: (_) @base.extends)
((type_alias_declaration name: (_) @name value: (object_type) @callable @body) @declare.type
  (#set! fields "type_parameters"))
((type_alias_declaration name: (_) @name) @declare.type (#set! fields "type_parameters type=value"))
((object_type) @declare.object)
((property_signature name: (_) @name) @declare.field (#set! fields "type"))
((call_signature) @declare.method
  (#set! fields "type_parameters parameters result=return_type") (#set! attributes "signature"))
((construct_signature) @declare.method
  (#set! fields "type_parameters parameters result=type") (#set! attributes "construct signature"))
(index_signature type: (_) @base.index)
(index_signature (mapped_type_clause name: (_) @base.key !alias))

((enum_declaration name: (_) @name) @declare.enum (#set! fields "body"))
(enum_body name: [(property_identifier) (string)] @name @declare.constant)
((enum_assignment name: (_) @name) @declare.constant (#set! fields "value"))

((internal_module name: (_) @name) @declare.module (#set! fields "body"))
((module name: (identifier) @name) @declare.module (#set! fields "body"))
((module name: (nested_identifier) @name) @declare.module (#set! fields "body"))
((module name: (string) @name) @declare.namespace (#set! fields "body"))
((ambient_declaration (statement_block)) @declare.namespace)
(import_alias (identifier) @left . (_) @right) @bind.alias
