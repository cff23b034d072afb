export function Panel(props: { children: any }) { return props.children; }
export const Head = ({ onClick }: { onClick: () => void }) => <b onClick={() => onClick()}/>; // -> ::Head.object@1.onClick
