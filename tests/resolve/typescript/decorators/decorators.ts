export const Injectable = () => (target: unknown) => {};
export function Get(path: string) { return (target: unknown) => {}; }
