; What C++ declares, names and makes beyond C. One role a pattern; see parse/grammar.py.

((class_specifier name: (_) @name body: (_) @body) @declare.class)
((namespace_definition name: (_) @name body: (_)) @declare.namespace)
((namespace_definition !name body: (_)) @declare.namespace)
((alias_declaration name: (_) @name) @declare.type (#set! region "body"))
((lambda_expression) @declare.function (#set! fields "body"))
(field_declaration type: (class_specifier !name) @declare.object declarator: (_))
((declaration declarator: (operator_cast) @name) @declare.variable (#set! at "name"))
((function_definition declarator: (operator_cast) @name) @declare.function (#set! fields "body"))

(base_class_clause [(type_identifier) (qualified_identifier) (template_type) (dependent_type)] @base.extends)

(using_declaration) @import
(namespace_alias_definition) @import

; --- scopes and names ---
[(for_range_loop) (if_statement) (while_statement) (catch_clause)] @scope

((for_range_loop type: (_) @type declarator: (_) @left right: (_) @right) @bind.loop
  (#set! take "element") (#set! early "yes"))
(init_declarator declarator: (structured_binding_declarator) @left value: (_) @right) @bind
((catch_clause parameters: (parameter_list (parameter_declaration type: (_) @type declarator: (_) @name))) @bind.catch
  (#set! early "yes"))

; --- uses: objects made by a declaration or an initialiser are calls of a constructor ---
(new_expression) @call.new
(compound_literal_expression) @call.construct
(field_initializer) @call.construct
(init_declarator value: [(argument_list) (initializer_list)]) @call.construct
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] declarator: (identifier)) @call.construct
