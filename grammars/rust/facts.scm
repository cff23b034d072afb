; Where Rust declares, binds, imports and calls. One role a pattern; see parse/grammar.py.

[(line_comment) (block_comment)] @comment

(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import

; --- declarations ---
((function_item name: (identifier) @name) @declare.function
  (#set! fields "type_parameters parameters result=return_type body"))
((function_signature_item name: (identifier) @name) @declare.function
  (#set! fields "type_parameters parameters result=return_type"))
((closure_expression) @declare.function (#set! fields "parameters result=return_type body"))

((struct_item name: (type_identifier) @name
  body: (ordered_field_declaration_list) @type) @declare.struct (#set! fields "type_parameters"))
((struct_item name: (type_identifier) @name) @declare.struct (#set! fields "type_parameters body"))
((union_item name: (type_identifier) @name) @declare.struct
  (#set! fields "type_parameters body") (#set! attributes "union"))
((enum_item name: (type_identifier) @name) @declare.enum (#set! fields "type_parameters body"))
((enum_variant name: (identifier) @name
  body: (ordered_field_declaration_list) @type) @declare.constant (#set! attributes "variant"))
((enum_variant name: (identifier) @name) @declare.constant
  (#set! fields "body value") (#set! attributes "variant"))
((field_declaration name: (field_identifier) @name) @declare.field (#set! fields "type"))

((trait_item name: (type_identifier) @name) @declare.trait (#set! fields "type_parameters body"))
((associated_type name: (type_identifier) @name) @declare.type
  (#set! fields "type_parameters type=bounds") (#set! attributes "associated abstract"))
((impl_item) @declare.impl (#set! fields "type_parameters type body"))

((type_item name: (type_identifier) @name) @declare.type
  (#set! fields "type_parameters type") (#set! attributes "alias"))
((const_item name: (identifier) @name) @declare.constant (#set! fields "type value"))
((static_item name: (identifier) @name) @declare.variable (#set! fields "type value"))
((mod_item name: (identifier) @name body: (_) @body) @declare.module)
((macro_definition name: (identifier) @name . (macro_rule) @body) @declare.macro)
((macro_definition name: (identifier) @name) @declare.macro)

; --- scopes and names ---
[(block) (match_arm) (for_expression)] @scope

(let_declaration pattern: (_) @left type: (_)? @type value: (_)? @right) @bind
((for_expression pattern: (_) @left value: (_) @right) @bind.loop
  (#set! take "element") (#set! early "yes"))
((match_expression value: (_) @right
  body: (match_block (match_arm pattern: (match_pattern) @left) @bind)) (#set! early "yes"))
(let_condition) @narrow

; --- uses ---
(call_expression) @call
((macro_invocation macro: (_) @_macro) @call.macro (#not-any-of? @_macro "assert" "assert_eq" "assert_ne" "panic" "vec" "format" "println" "write" "writeln" "debug_assert" "debug_assert_eq"))
(struct_expression name: (_) @reference.construct)
; what a closure gives back; a function states it
(closure_expression body: (_) @return)
