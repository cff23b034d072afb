; Where C# declares, binds, imports and calls. One role a pattern; see parse/grammar.py.

(comment) @comment

(file_scoped_namespace_declaration name: (_) @name) @package
(using_directive) @import

; --- namespaces and types ---
((namespace_declaration name: (_) @name) @declare.namespace (#set! fields "body"))
((class_declaration name: (identifier) @name) @declare.class (#set! fields "body"))
((struct_declaration name: (identifier) @name) @declare.struct (#set! fields "body"))
((record_declaration name: (identifier) @name) @declare.class (#set! fields "body") (#set! attributes "record"))
((interface_declaration name: (identifier) @name) @declare.interface (#set! fields "type_parameters body"))
((enum_declaration name: (identifier) @name) @declare.enum (#set! fields "body"))
((delegate_declaration name: (identifier) @name) @declare.type
  (#set! fields "result=type type_parameters parameters") (#set! attributes "delegate"))
(base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @base.extends)
(base_list (primary_constructor_base_type type: (_) @base.extends))

; --- members ---
((method_declaration name: (identifier) @name) @declare.method
  (#set! fields "result=returns type_parameters parameters body"))
((constructor_declaration name: (identifier) @name) @declare.method
  (#set! fields "parameters body") (#set! attributes "constructor"))
((destructor_declaration name: (identifier) @name) @declare.method
  (#set! fields "parameters body") (#set! attributes "destructor"))
((operator_declaration operator: _ @name) @declare.method
  (#set! fields "result=type parameters body") (#set! attributes "operator static"))
((conversion_operator_declaration type: (_) @name) @declare.method
  (#set! fields "result=type parameters body") (#set! attributes "operator static"))
((indexer_declaration type: (_) @name) @declare.method
  (#set! fields "result=type parameters body=accessors body=value") (#set! attributes "indexer"))
((property_declaration name: (identifier) @name) @declare.field
  (#set! fields "type body=accessors value") (#set! attributes "property"))
((event_declaration name: (identifier) @name) @declare.field
  (#set! fields "type body=accessors") (#set! attributes "event"))
((event_field_declaration (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @name) @declare.field)) @span (#set! attributes "event"))
((field_declaration (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @name) @declare.field)) @span)
((enum_member_declaration name: (identifier) @name) @declare.constant (#set! attributes "exported static"))
(record_declaration (parameter_list ((parameter name: (identifier) @name) @declare.field
  (#set! fields "type") (#set! attributes "component exported property"))))

((local_function_statement name: (identifier) @name) @declare.function
  (#set! fields "result=type type_parameters parameters body"))
((lambda_expression) @declare.function (#set! fields "result=type parameters body"))
((anonymous_method_expression (block) @body) @declare.function (#set! fields "parameters"))

; --- scopes and names ---
[(block) (for_statement) (foreach_statement) (using_statement) (catch_clause) (switch_section)
 (switch_expression_arm) (query_expression) (accessor_declaration)] @scope

(local_declaration_statement (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @left (_)? @right) @bind))
(using_statement (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @left (_)? @right) @bind))
(for_statement initializer: (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @left (_)? @right) @bind))
(variable_declarator (tuple_pattern) @left (_) @right) @bind
((foreach_statement type: (_) @type left: (_) @left right: (_) @right) @bind.loop
  (#set! take "element") (#set! early "yes"))
((from_clause name: (identifier) @left (_) @right .) @bind.loop (#set! take "element") (#set! early "yes"))
(catch_declaration type: (_) @type name: (identifier) @left) @bind.catch
(declaration_pattern type: (_) @type name: (identifier) @left) @right @bind.pattern
(declaration_pattern type: (implicit_type) (parenthesized_variable_designation) @left) @right @bind.pattern
(recursive_pattern type: (_) @type name: (identifier) @left) @bind.pattern
(recursive_pattern !type name: (identifier) @left) @right @bind.pattern
(declaration_expression type: (_) @type name: (identifier) @left) @bind.out
; a pattern that reads like a call: `o is Point(var x, var y)`, `case Point(var x, var y):`
(invocation_expression function: [(is_pattern_expression) (is_expression)] arguments: (argument_list
  (argument (declaration_expression type: (_) @type name: (identifier) @left) @right @bind.pattern)))
(switch_section (invocation_expression arguments: (argument_list
  (argument (declaration_expression type: (_) @type name: (identifier) @left) @right @bind.pattern))))

; --- uses ---
(invocation_expression) @call
[(object_creation_expression) (implicit_object_creation_expression) (primary_constructor_base_type)] @call.new
(constructor_initializer) @call.super
; what a lambda is given to, and what it gives back
((assignment_expression
  right: [(lambda_expression) (anonymous_method_expression) (implicit_object_creation_expression)
    (conditional_expression (implicit_object_creation_expression))
    (collection_expression (collection_element (expression_element (implicit_object_creation_expression))))] @value)
  @target @assign)
; an element of a collection is given to the `new` that it stands in
([(object_creation_expression (initializer_expression
    [(lambda_expression) (anonymous_method_expression) (implicit_object_creation_expression)] @value))
  (implicit_object_creation_expression (initializer_expression
    [(lambda_expression) (anonymous_method_expression) (implicit_object_creation_expression)] @value))
  (array_creation_expression (initializer_expression
    [(lambda_expression) (anonymous_method_expression) (implicit_object_creation_expression)] @value))]
  @target @assign)
(initializer_expression ((initializer_expression
  [(lambda_expression) (anonymous_method_expression) (implicit_object_creation_expression)] @value)
  @target @assign))
(return_statement [(lambda_expression) (implicit_object_creation_expression)] @value) @return
(yield_statement [(lambda_expression) (implicit_object_creation_expression)] @value) @return
(arrow_expression_clause (implicit_object_creation_expression) @value) @return
([(return_statement
    [(conditional_expression (implicit_object_creation_expression))
     (collection_expression (collection_element (expression_element (implicit_object_creation_expression))))
     (switch_expression (switch_expression_arm (implicit_object_creation_expression)))] @value)
  (arrow_expression_clause
    [(conditional_expression (implicit_object_creation_expression))
     (collection_expression (collection_element (expression_element (implicit_object_creation_expression))))
     (switch_expression (switch_expression_arm (implicit_object_creation_expression)))] @value)] @return)
(lambda_expression body: (block (return_statement (_) @value) @return))
(lambda_expression body: (expression) @value) @return
(element_access_expression
  subscript: (bracketed_argument_list . (argument (string_literal)) .)) @reference.key
(assignment_expression left: (element_access_expression
  subscript: (bracketed_argument_list . (argument (string_literal)) .)) @reference.written)
