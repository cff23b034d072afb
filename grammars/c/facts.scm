; Where C declares, includes and calls. One role a pattern; see parse/grammar.py. C++ stands on this too.

(comment) @comment

(preproc_include) @import

; --- declarations; what a declarator names is read by the hooks ---
((function_definition declarator: (_) @name) @declare.function (#set! fields "body"))
((declaration declarator: (_) @name) @declare.variable (#set! at "name"))
((field_declaration declarator: (_) @name) @declare.field (#set! at "name"))

((struct_specifier name: (_) @name body: (_) @body) @declare.struct)
((union_specifier name: (_) @name body: (_) @body) @declare.struct (#set! attributes "union"))
((enum_specifier name: (_) @name body: (_) @body) @declare.enum)
((type_definition type: (struct_specifier !name body: (_) @body) @callable . declarator: (type_identifier) @name)
  @declare.struct)
((type_definition type: (union_specifier !name body: (_) @body) @callable . declarator: (type_identifier) @name)
  @declare.struct (#set! attributes "union"))
((type_definition type: (enum_specifier !name body: (_) @body) @callable . declarator: (type_identifier) @name)
  @declare.enum)
((type_definition declarator: (_) @name) @declare.type (#set! region "body"))
(field_declaration type: [(struct_specifier !name) (union_specifier !name)] @declare.object declarator: (_))
(declaration type: [(struct_specifier !name) (union_specifier !name)] @declare.object declarator: (_))

(enumerator name: (identifier) @name) @declare.constant
(preproc_def name: (identifier) @name value: (_)) @declare.macro
(preproc_function_def name: (identifier) @name) @declare.macro

; --- scopes and uses ---
[(compound_statement) (for_statement)] @scope

(call_expression) @call
