; Where Java declares, binds, imports and calls. One role a pattern; see parse/grammar.py.

[(line_comment) (block_comment)] @comment

(package_declaration [(scoped_identifier) (identifier)] @name) @package
(import_declaration) @import

; --- types ---
((class_declaration name: (identifier) @name) @declare.class (#set! fields "type_parameters body"))
((record_declaration name: (identifier) @name) @declare.class
  (#set! fields "type_parameters parameters body") (#set! attributes "record final"))
((interface_declaration name: (identifier) @name) @declare.interface (#set! fields "type_parameters body"))
((enum_declaration name: (identifier) @name) @declare.enum (#set! fields "body"))
((annotation_type_declaration name: (identifier) @name) @declare.interface
  (#set! fields "body") (#set! attributes "annotation"))
; `new T(...) { ... }`: arguments and type belong outside
((object_creation_expression (class_body) @body) @declare.class
  (#set! fields "type") (#set! region "body") (#set! attributes "anonymous"))

(superclass (_) @base.extends)
(extends_interfaces (type_list (_) @base.extends))
(super_interfaces (type_list (_) @base.implements))

; --- members ---
((method_declaration name: (identifier) @name) @declare.method
  (#set! fields "type_parameters result=type parameters body"))
((constructor_declaration name: (identifier) @name) @declare.method
  (#set! fields "type_parameters parameters body") (#set! attributes "constructor"))
((compact_constructor_declaration name: (identifier) @name) @declare.method
  (#set! fields "body") (#set! attributes "compact constructor"))
((annotation_type_element_declaration name: (identifier) @name) @declare.method
  (#set! fields "result=type") (#set! attributes "abstract"))
((field_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name) @declare.field) @span (#set! fields "value"))
((constant_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name) @declare.constant) @span (#set! fields "value"))
((enum_constant name: (identifier) @name) @declare.constant
  (#set! fields "body value=arguments") (#set! region "body") (#set! attributes "static final exported"))
(record_declaration parameters: (formal_parameters
  ((formal_parameter name: (identifier) @name) @declare.field
    (#set! fields "type") (#set! attributes "component final"))))
(record_declaration parameters: (formal_parameters
  ((spread_parameter (_) @type (variable_declarator name: (identifier) @name)) @declare.field
    (#set! attributes "component final variadic"))))

((lambda_expression) @declare.function (#set! fields "parameters body"))

; --- scopes and names ---
[(block) (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause)
 (switch_block_statement_group) (switch_rule)] @scope

(local_variable_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @left value: (_)? @right) @bind)
(resource type: (_) @type name: (identifier) @left value: (_) @right) @bind
((enhanced_for_statement type: (_) @type name: (identifier) @left value: (_) @right) @bind.loop
  (#set! take "element") (#set! early "yes"))
(catch_formal_parameter (catch_type) @type name: (identifier) @left) @bind.catch
(instanceof_expression right: (_) @type name: (identifier) @left) @bind.pattern
(type_pattern (_) @type (identifier) @left .) @bind.pattern
(record_pattern_component (_) @type (identifier) @left .) @bind.pattern

; --- uses ---
(method_invocation) @call
(object_creation_expression) @call.new
(explicit_constructor_invocation) @call.super
(method_reference) @reference.value
; what a lambda is given to, and what it gives back
(assignment_expression left: (_) @target right: (lambda_expression) @value) @assign
(return_statement (lambda_expression) @value) @return
(lambda_expression body: (block (return_statement (_) @value) @return))
(lambda_expression body: (expression) @value) @return
