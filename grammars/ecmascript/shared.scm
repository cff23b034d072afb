; Where all three declare, bind, import and call. One role a pattern; see parse/grammar.py.
; Inside a pattern `(_ object: …)` stands for the member expression and `(_ (pair …))` for the object: nothing else
; has these parts there, and what is inside a node that is named takes long to compile.

(comment) @comment

(import_statement) @import
(export_statement) @export
((call_expression function: (identifier) @require arguments: (arguments . (string) @module))
  @import.require (#eq? @require "require"))
(call_expression function: (import) arguments: (arguments . (string) @module)) @import.dynamic

; --- functions: declared, or values with a name ---
([(function_declaration name: (identifier) @name) (generator_function_declaration name: (identifier) @name)]
  @declare.function (#set! fields "type_parameters parameters result=return_type body"))
((variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @callable) @declare.function
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body type")
  (#set! prefix "const "))
((variable_declarator name: (identifier) @name
  value: (parenthesized_expression [(arrow_function) (function_expression) (generator_function)] @callable))
  @declare.function
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body type")
  (#set! prefix "const "))
((assignment_expression
  left: (_ object: (_ object: (_) @receiver property: (property_identifier) @prototype)
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @callable) @declare.method
  (#eq? @prototype "prototype")
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body"))
((assignment_expression
  left: [(member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @name)
         (subscript_expression object: (_) @receiver index: (string) @name)]
  right: [(arrow_function) (function_expression) (generator_function)] @callable) @declare.function
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body"))
((assignment_expression left: (identifier) @name
  right: [(arrow_function) (function_expression) (generator_function)] @callable) @declare.function
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body"))
((pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @callable)
  @declare.method
  (#set! fields "type_parameters parameters parameters=parameter result=return_type body"))
([(arrow_function) (function_expression) (generator_function)] @declare.function
  (#set! fields "name type_parameters parameters parameters=parameter result=return_type body"))
((function_expression name: (identifier) @name) @bind.self @right (#set! early "yes"))

; --- classes and their members ---
((class_declaration name: (_) @name) @declare.class (#set! fields "type_parameters body"))
((variable_declarator name: (identifier) @name value: (class) @callable) @declare.class
  (#set! fields "type_parameters body") (#set! prefix "const "))
((assignment_expression left: (_ object: (_) @receiver property: (property_identifier) @name)
  right: (class) @callable) @declare.class (#set! fields "type_parameters body"))
((pair key: (_) @name value: (class) @callable) @declare.class (#set! fields "type_parameters body"))
((class) @declare.class (#set! fields "name type_parameters body"))
((method_definition name: (_) @name) @declare.method
  (#set! fields "type_parameters parameters result=return_type body"))

; --- objects that have functions of their own ---
((variable_declarator name: (identifier) @name value: (_ (method_definition)) @callable @body)
  @declare.constant (#set! fields "type value") (#set! prefix "const "))
((variable_declarator name: (identifier) @name
  value: (_ (pair value: [(arrow_function) (function_expression) (generator_function)])) @callable @body)
  @declare.constant (#set! fields "type value") (#set! prefix "const "))
((assignment_expression left: (_ object: (_) @receiver property: (property_identifier) @name)
  right: (_ (method_definition)) @callable) @declare.object)
((assignment_expression left: (_ object: (_) @receiver property: (property_identifier) @name)
  right: (_ (pair value: [(arrow_function) (function_expression) (generator_function)])) @callable)
  @declare.object)
((pair key: (_) @name value: (_ (method_definition)) @callable) @declare.object)
((pair key: (_) @name
  value: (_ (pair value: [(arrow_function) (function_expression) (generator_function)])) @callable)
  @declare.object)
((object (method_definition)) @declare.object)
((object (pair value: [(arrow_function) (function_expression) (generator_function)])) @declare.object)

; --- variables ---
(lexical_declaration kind: "const" ((variable_declarator name: (identifier) @name) @declare.constant
  (#set! fields "type value") (#set! prefix "const ")))
(lexical_declaration kind: "let" ((variable_declarator name: (identifier) @name) @declare.variable
  (#set! fields "type value") (#set! prefix "let ")))
(variable_declaration ((variable_declarator name: (identifier) @name) @declare.variable
  (#set! fields "type value") (#set! prefix "var ") (#set! hoist "yes")))
(variable_declarator name: [(object_pattern) (array_pattern)] @left value: (_) @right) @bind.part
; a `var` is the whole function's, whichever block it stands in
((variable_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @left value: (_) @right)
  @bind.part) (#set! hoist "yes"))
((for_in_statement kind: "var" left: (_) @left operator: "of" right: (_) @right) @bind.loop
  (#set! take "element") (#set! early "yes") (#set! hoist "yes"))
((for_in_statement kind: "var" left: (_) @left operator: "in" right: (_) @right) @bind.loop
  (#set! take "key") (#set! early "yes") (#set! hoist "yes"))
(for_in_statement left: (_) @left operator: "of" right: (_) @right
  (#set! take "element") (#set! early "yes")) @bind.loop
(for_in_statement left: (_) @left operator: "in" right: (_) @right
  (#set! take "key") (#set! early "yes")) @bind.loop
((catch_clause parameter: (_) @left) @bind.catch (#set! early "yes"))
(assignment_expression left: [(identifier) (object_pattern) (array_pattern)] @left right: (_) @right)
  @bind.assign
(assignment_expression left: [(member_expression) (subscript_expression)] @target right: (_) @value) @assign
(binary_expression left: (identifier) @name operator: "instanceof" right: (_) @type) @narrow
; whether that function is a type predicate, its declaration says
(if_statement condition: (parenthesized_expression
  (call_expression function: [(identifier) (member_expression)] @type
    arguments: (arguments . (identifier) @name .)) @narrow.guard))
(unary_expression operator: "!" argument:
  (call_expression function: [(identifier) (member_expression)] @type
    arguments: (arguments . (identifier) @name .)) @narrow.guard)
(binary_expression left:
  (call_expression function: [(identifier) (member_expression)] @type
    arguments: (arguments . (identifier) @name .)) @narrow.guard operator: "&&")
(ternary_expression condition:
  (call_expression function: [(identifier) (member_expression)] @type
    arguments: (arguments . (identifier) @name .)) @narrow.guard)

[(if_statement (statement_block) @scope) (else_clause (statement_block) @scope)
 (for_statement) @scope (for_in_statement) @scope (while_statement (statement_block) @scope)
 (do_statement (statement_block) @scope) (try_statement body: (statement_block) @scope)
 (finally_clause (statement_block) @scope) (catch_clause) @scope (switch_body) @scope
 (labeled_statement (statement_block) @scope) (statement_block (statement_block) @scope)
 (program (statement_block) @scope) (switch_case (statement_block) @scope)
 (switch_default (statement_block) @scope)]
; what may be passed over without a block around it
([(if_statement consequence: (expression_statement) @scope) (else_clause (expression_statement) @scope)
  (while_statement body: (expression_statement) @scope) (do_statement body: (expression_statement) @scope)
  (switch_case body: (expression_statement) @scope) (switch_default body: (expression_statement) @scope)
  (for_statement increment: (_) @scope) (binary_expression right: (parenthesized_expression) @scope)
  (ternary_expression consequence: (_) @scope) (ternary_expression alternative: (_) @scope)]
 (#match? @scope "^[(]?\\s*[\\w$]+\\s*=[^=>]"))

; --- uses ---
[(call_expression) (new_expression)] @call
(return_statement (_) @value) @return
(yield_expression (_) @value) @return.yield
(arrow_function body: (expression) @value) @return

; a setting that is read: `process.env.PORT`, `import.meta.env.BASE`
([(member_expression object: (member_expression object: (identifier) @_base property: (property_identifier) @_of))
  (subscript_expression object: (member_expression object: (identifier) @_base property: (property_identifier) @_of))]
  @reference.key (#eq? @_base "process") (#eq? @_of "env"))
((member_expression object: (member_expression object: (meta_property) property: (property_identifier) @_of))
  @reference.key (#eq? @_of "env"))
((variable_declarator name: (object_pattern)
  value: (_ object: (identifier) @_base property: (property_identifier) @_of) @reference.key)
  (#eq? @_base "process") (#eq? @_of "env"))
((unary_expression operator: "delete" argument: (member_expression
  object: (member_expression property: (property_identifier) @_of)) @reference.written) (#eq? @_of "env"))
