; What TSX has over TypeScript. An element is a use of its component; `<div>` uses none.

([(jsx_opening_element name: [(identifier) (member_expression)] @reference.tag)
  (jsx_self_closing_element name: [(identifier) (member_expression)] @reference.tag)]
  (#match? @reference.tag "^[A-Z_$]|[.]"))
