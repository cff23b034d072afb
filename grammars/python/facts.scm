; Where Python declares, binds, imports and calls. One role a pattern; see parse/grammar.py.

(comment) @comment

(import_statement name: (dotted_name) @module) @import
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @module name: (dotted_name) @name) @import
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @module (wildcard_import) @name) @import

; --- declarations; a region is the body alone: defaults, annotations and bases belong outside ---
((decorated_definition
  definition: (function_definition name: (identifier) @name) @signature @declare.function) @span
  (#set! fields "parameters result=return_type type_parameters body") (#set! region "body"))
((function_definition name: (identifier) @name) @declare.function
  (#set! fields "parameters result=return_type type_parameters body") (#set! region "body"))
((decorated_definition
  definition: (class_definition name: (identifier) @name) @signature @declare.class) @span
  (#set! fields "bases=superclasses type_parameters body") (#set! region "body"))
((class_definition name: (identifier) @name) @declare.class
  (#set! fields "bases=superclasses type_parameters body") (#set! region "body"))

((assignment left: (identifier) @name right: (lambda) @callable) @declare.function
  (#set! fields "parameters body") (#set! region "body"))
((lambda) @declare.function (#set! fields "parameters body") (#set! region "body"))

((type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)]) right: (type) @type)
  @declare.type (#set! attributes "alias"))
((assignment left: (identifier) @name) @declare.variable
  (#set! fields "type value=right") (#set! once "owner"))

((module (assignment left: (pattern_list (identifier) @name)) @declare.variable)
  (#set! once "owner") (#set! bound "yes"))

; --- scopes: blocks are none in Python, but tell which binding reaches which use ---
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope
(if_statement consequence: (block) @scope)
(elif_clause (block) @scope)
(else_clause (block) @scope)
(for_statement body: (block) @scope)
(while_statement body: (block) @scope)
(try_statement body: (block) @scope)
(except_clause (block) @scope)
(case_clause consequence: (block) @scope)

; --- names ---
(assignment left: [(pattern_list) (tuple_pattern) (list_pattern)] @left right: (_) @right) @bind
(named_expression name: (identifier) @left value: (_) @right) @bind
((for_statement left: (_) @left right: (_) @right) @bind.loop (#set! take "element") (#set! early "yes"))
((for_in_clause left: (_) @left right: (_) @right) @bind.comprehension
  (#set! take "element") (#set! early "yes"))
((with_item value: (as_pattern (_) @right alias: (as_pattern_target (_) @left))) @bind (#set! take "enter"))
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (identifier) @left)) @bind.catch)
((global_statement (identifier) @left) @bind.global (#set! early "yes"))
((nonlocal_statement (identifier) @left) @bind.nonlocal (#set! early "yes"))
(case_pattern (dotted_name . (identifier) @left .) @bind.case)
(as_pattern (case_pattern (class_pattern (dotted_name) @type)) (identifier) @left .) @bind.case
(splat_pattern (identifier) @left) @bind.case

((call function: (identifier) @_function arguments: (argument_list . (_) @name . (_) @type .)) @narrow
  (#any-of? @_function "isinstance" "issubclass"))
(match_statement subject: (_) @name
  body: (block (case_clause (case_pattern [(class_pattern (dotted_name) @type)
    (as_pattern (case_pattern (class_pattern (dotted_name) @type)))]) consequence: (block) @in))) @narrow

; blocks of one statement of which at most one runs
(if_statement alternative: (_) @in) @narrow.arms
(try_statement [(except_clause) (else_clause)] @in) @narrow.arms
(match_statement body: (block (case_clause) @in)) @narrow.arms

; --- uses ---
(call) @call
((assignment left: [(attribute) (subscript)] @target) @assign (#set! fields "value=right type"))
(assignment left: (pattern_list (attribute) @target) @pattern right: (_) @value) @assign
((with_item value: (as_pattern (_) @value alias: (as_pattern_target (attribute) @target))) @assign
  (#set! take "enter"))
(return_statement (_) @value) @return
(yield (_) @value) @return.yield
(lambda body: (_) @return)
(raise_statement . [(identifier) (attribute)] @reference.raise)
(except_clause value: (_) @reference.catch)

; `__all__ = ...` is read where it is declared: here it would match every assignment
((augmented_assignment left: (identifier) @_name right: (_) @value) @export (#eq? @_name "__all__"))
((module (call function: (attribute object: (identifier) @_name attribute: (identifier) @_how)
  arguments: (argument_list . (_) @value)) @export) (#eq? @_name "__all__") (#eq? @_how "append" "extend"))

; a member that is read may be a property
(attribute) @reference.value

; a setting that is read
((subscript value: [(identifier) @_base (attribute attribute: (identifier) @_base)]) @reference.key
  (#eq? @_base "environ"))
((delete_statement (subscript value: [(identifier) @_base (attribute attribute: (identifier) @_base)])
  @reference.written) (#eq? @_base "environ"))
