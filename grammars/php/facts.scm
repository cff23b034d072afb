; Where PHP declares, binds, imports and calls. One role a pattern; see parse/grammar.py.

(comment) @comment

[(namespace_definition) (namespace_use_declaration)] @import
[(include_expression) (include_once_expression) (require_expression) (require_once_expression)] @import

; --- declarations ---
((class_declaration name: (name) @name) @declare.class (#set! fields "body"))
((interface_declaration name: (name) @name) @declare.interface (#set! fields "body"))
((trait_declaration name: (name) @name) @declare.trait (#set! fields "body"))
((enum_declaration name: (name) @name) @declare.enum (#set! fields "body"))
; `new class(...) extends B { ... }`: the arguments belong outside
((anonymous_class) @declare.class
  (#set! fields "body") (#set! region "body") (#set! attributes "anonymous"))

(class_declaration (base_clause (_) @base.extends))
(interface_declaration (base_clause (_) @base.extends))
(class_declaration (class_interface_clause (_) @base.implements))
(enum_declaration (class_interface_clause (_) @base.implements))
(use_declaration [(name) (qualified_name)] @base.mixes)
(use_list (use_as_clause) @base.alias)

((function_definition name: (name) @name) @declare.function
  (#set! fields "parameters result=return_type body"))
; a promoted parameter is a field of the class, so the method's region is its body
((method_declaration name: (name) @name) @declare.method
  (#set! fields "parameters result=return_type body") (#set! region "body"))
([(anonymous_function) (arrow_function)] @declare.function
  (#set! fields "parameters result=return_type body"))

((property_declaration type: (_)? @type (property_element name: (variable_name) @name) @declare.field) @span
  (#set! fields "value=default_value"))
((property_promotion_parameter name: (variable_name) @name) @declare.field
  (#set! fields "type value=default_value") (#set! attributes "promoted"))
((const_declaration type: (_)? @type (const_element . (name) @name . (_) @value) @declare.constant) @span)
((enum_case name: (name) @name) @declare.constant
  (#set! fields "value") (#set! attributes "case static"))
((function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string) @name) . (argument (_) @value))) @declare.constant
  (#eq? @_define "define"))

; --- scopes and names ---
[(compound_statement) (colon_block) (case_statement) (default_statement)] @scope

(assignment_expression left: [(variable_name) (list_literal) (array_creation_expression)] @left
  right: (_) @right) @bind
(reference_assignment_expression left: (variable_name) @left right: (_) @right) @bind
(augmented_assignment_expression left: (variable_name) @left) @right @bind
((foreach_statement . (_) @right . [(variable_name) (list_literal) (by_ref)] @left) @bind.loop
  (#set! take "element") (#set! early "yes"))
((foreach_statement . (_) @right . (pair . (_) . (_) @left)) @bind.loop
  (#set! take "element") (#set! early "yes"))
((foreach_statement . (_) @right . (pair . (_) @left . (_))) @bind.loop
  (#set! take "key") (#set! early "yes"))
((catch_clause type: (_) @type name: (variable_name) @left) @bind.catch (#set! early "yes"))
(static_variable_declaration name: (variable_name) @left value: (_)? @right) @bind
(global_declaration (variable_name) @left) @bind.global
((anonymous_function_use_clause (variable_name) @left) @bind.use (#set! early "yes"))
((anonymous_function_use_clause (by_ref (variable_name) @left)) @bind.use (#set! early "yes"))
(binary_expression left: (_) @name operator: "instanceof" right: (_) @type) @narrow
((arguments . (argument (class_constant_access_expression . (_) @type)) . (argument (_) @name)) @narrow)
(unset_statement (_) @name) @narrow.unset

; --- uses ---
[(function_call_expression) (member_call_expression) (nullsafe_member_call_expression)
 (scoped_call_expression)] @call
(object_creation_expression) @call.new
(assignment_expression
  left: [(member_access_expression) (scoped_property_access_expression)] @target right: (_) @value) @assign
(return_statement (_) @value) @return
(arrow_function body: (_) @return)
(yield_expression) @return.yield
((subscript_expression . (variable_name) @_base . [(string) (encapsed_string)]) @reference.key (#eq? @_base "$_ENV"))
((assignment_expression left: (subscript_expression . (variable_name) @_base) @reference.written)
  (#eq? @_base "$_ENV"))
