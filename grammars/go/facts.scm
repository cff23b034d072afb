; Where Go declares, binds, imports and calls. One role a pattern; see parse/grammar.py.

(comment) @comment

(package_clause (package_identifier) @name) @package

(import_spec name: (_)? @alias path: (_) @module) @import

; --- declarations ---
((function_declaration name: (identifier) @name) @declare.function
  (#set! fields "type_parameters parameters result body"))
((method_declaration name: (field_identifier) @name) @declare.method
  (#set! fields "receiver parameters result body"))
((func_literal) @declare.function (#set! fields "parameters result body"))

((type_spec name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @body) @callable) @declare.struct
  (#set! fields "type_parameters") (#set! prefix "type "))
((type_spec name: (type_identifier) @name type: (interface_type) @callable) @declare.interface
  (#set! fields "type_parameters") (#set! prefix "type "))
((type_spec name: (type_identifier) @name) @declare.type
  (#set! fields "type_parameters type") (#set! prefix "type "))
((type_alias name: (type_identifier) @name) @declare.type
  (#set! fields "type_parameters type") (#set! prefix "type ") (#set! attributes "alias"))

; a struct or interface written in place; the named ones above take theirs
([(struct_type) (interface_type)] @declare.object)

((method_elem name: (field_identifier) @name) @declare.method (#set! fields "parameters result"))
((field_declaration name: (field_identifier) @name) @declare.field (#set! fields "type"))
(field_declaration !name type: (_) @base.embeds)
(interface_type (type_elem (_) @base.embeds))

((var_spec name: (identifier) @name) @declare.variable
  (#set! fields "type values=value") (#set! prefix "var "))
((const_spec (identifier) @name) @declare.constant
  (#set! fields "type values=value") (#set! prefix "const "))

; --- scopes and names ---
[(block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement)
 (select_statement) (communication_case) (expression_case) (type_case) (default_case)] @scope

(short_var_declaration left: (expression_list) @left right: (expression_list) @right) @bind
(receive_statement left: (expression_list) @left right: (_) @right) @bind
(range_clause left: (expression_list) @left right: (_) @right (#set! take "range")) @bind.loop
(type_switch_statement alias: (expression_list (identifier) @name) value: (_) @value
  (type_case type: (_) @type) @in) @narrow
(type_switch_statement alias: (expression_list (identifier) @name) value: (_) @value
  (default_case) @in) @narrow

; --- uses ---
(call_expression) @call
(type_conversion_expression type: (generic_type)) @call ; f[int](x), or a conversion

; the table of a model
((method_declaration name: (field_identifier) @_name
  body: (block (statement_list (return_statement (expression_list . (interpreted_string_literal) @return .)))))
  (#eq? @_name "TableName"))
