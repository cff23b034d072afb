; Where Ruby declares, binds, imports and calls. One role a pattern; see parse/grammar.py.
; The bare words that are calls, and what `private` and its kind say, are read by the hooks.

(comment) @comment

((call !receiver method: (identifier) @_require
  arguments: (argument_list . (_) @module .)) @import
  (#any-of? @_require "require" "require_relative" "load" "require_dependency"))
((call !receiver method: (identifier) @_require
  arguments: (argument_list . (simple_symbol) @name . (_) @module .)) @import
  (#eq? @_require "autoload"))

; --- declarations ---
((class name: (_) @name) @declare.class (#set! fields "body head=superclass"))
((module name: (_) @name) @declare.module (#set! fields "body"))
((assignment left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new) @callable) @declare.class
  (#any-of? @_maker "Class" "Struct" "Module" "Data") (#any-of? @_new "new" "define")
  (#set! attributes "made"))
; a class without a name: what its block defines and includes is its own
((call receiver: (constant) @_maker method: (identifier) @_new block: (_) @body) @declare.class
  (#any-of? @_maker "Class" "Struct" "Module" "Data") (#any-of? @_new "new" "define")
  (#set! attributes "made"))
; `class_methods do … end` of a concern opens its module ClassMethods
((call !receiver method: (identifier) @name !arguments block: (_) @body) @declare.module
  (#eq? @name "class_methods") (#set! attributes "made"))
(class superclass: (superclass (_) @base.extends))

((method name: (_) @name) @declare.method (#set! fields "parameters body"))
((singleton_method name: (_) @name) @declare.method
  (#set! fields "parameters body receiver=object") (#set! attributes "static"))
((call !receiver method: (identifier) @_attr
  arguments: (argument_list (simple_symbol) @name)) @declare.method
  (#any-of? @_attr "attr_reader" "attr_accessor" "attr") (#set! attributes "attr"))
((call !receiver method: (identifier) @_attr
  arguments: (argument_list (simple_symbol) @name @declare.method)) @span
  (#any-of? @_attr "attr_writer" "attr_accessor") (#set! attributes "attr writer"))
; what passes a call on to something else: a method for each name. A pattern of two arguments would be tried for
; each pair of them, of every call
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list (simple_symbol) @name @body @declare.method)) @span
  (#any-of? @_delegate "delegate" "def_delegators" "def_instance_delegators") (#set! attributes "delegate"))
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list . (_) . (simple_symbol) @name @body @declare.method .)) @span
  (#any-of? @_delegate "def_delegator" "def_instance_delegator") (#set! attributes "delegate"))
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list . (_) . (simple_symbol) . (simple_symbol) @name @body @declare.method .)) @span
  (#any-of? @_delegate "def_delegator" "def_instance_delegator") (#set! attributes "delegate"))
((call !receiver method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_ parameters: (_)? @parameters) @body) @declare.method
  (#any-of? @_define "define_method" "define_singleton_method"))
; what a test group calls by name: a method for each of its blocks
((call !receiver method: (identifier) @_let
  arguments: (argument_list . (simple_symbol) @name) block: (_) @body) @declare.method
  (#any-of? @_let "let" "let!" "subject"))
((call !receiver method: (identifier) @name !arguments block: (_) @body) @declare.method (#eq? @name "subject"))
((call !receiver method: (identifier) @_let
  arguments: (argument_list . (simple_symbol))?
  block: [(block body: (block_body (_) @return .)) (do_block body: (body_statement (_) @return .))])
  (#any-of? @_let "let" "let!" "subject" "define_method"))
; a scope of a record is a method of the class
((call !receiver method: (identifier) @_scope
  arguments: (argument_list . (simple_symbol) @name . (lambda) @body)) @declare.method
  (#eq? @_scope "scope") (#set! attributes "static"))
((alias name: (_) @name alias: (_) @value) @declare.method (#set! attributes "alias"))
((call !receiver method: (identifier) @_alias
  arguments: (argument_list . [(simple_symbol) (string)] @name . [(simple_symbol) (string)] @value)) @declare.method
  (#any-of? @_alias "alias_method" "def_alias") (#set! attributes "alias"))

((assignment left: (constant) @name right: (_) @value) @declare.constant)

((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution) (self)] @base.mixes))
  (#eq? @_mix "include") (#set! body "only"))
((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution) (self)] @base.prepends))
  (#eq? @_mix "prepend") (#set! body "only"))
((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution) (self)] @base.extend))
  (#eq? @_mix "extend") (#set! body "only"))

; --- scopes and names ---
[(block) (do_block) (lambda)] @scope

((assignment left: [(identifier) (left_assignment_list)] @left right: (_) @right) @bind (#set! early "yes"))
((operator_assignment left: (identifier) @left) @right @bind (#set! early "yes"))
((block_parameters (_) @left) @bind.parameter (#set! early "yes"))
((lambda_parameters (_) @left) @bind.parameter (#set! early "yes"))
((for pattern: (_) @left value: (in (_) @right)) @bind.loop (#set! take "element") (#set! early "yes"))
((rescue exceptions: (exceptions . (_) @type .) variable: (exception_variable (identifier) @left)) @bind.catch
  (#set! early "yes"))
((rescue exceptions: (exceptions (_) . (_)) variable: (exception_variable (identifier) @left)) @bind.catch
  (#set! early "yes"))
((rescue !exceptions variable: (exception_variable (identifier) @left)) @bind.catch (#set! early "yes"))
((as_pattern name: (identifier) @left) @bind.pattern (#set! early "yes"))
((array_pattern (identifier) @left) @bind.pattern (#set! early "yes"))
((keyword_pattern value: (identifier) @left) @bind.pattern (#set! early "yes"))
((keyword_pattern key: (hash_key_symbol) @left !value) @bind.pattern (#set! early "yes"))
((in_clause pattern: (identifier) @left) @bind.pattern (#set! early "yes"))

; --- uses ---
(call) @call
(assignment left: [(instance_variable) (class_variable) (global_variable) (call)] @target right: (_) @value) @assign
(assignment left: (left_assignment_list
  [(instance_variable) (class_variable) (call)] @target) @pattern right: (_) @value) @assign
(operator_assignment left: [(instance_variable) (class_variable) (global_variable)] @target) @value @assign
(return (argument_list . (_) @value .)) @return
(method body: (_) @return)
(singleton_method body: (_) @return)

; a variable that is set, and not read
((assignment left: (element_reference object: (constant) @_base) @reference.written) (#eq? @_base "ENV"))
