export function b() { return (1 + ; }

export class Later { m() { this.n(); } n() {} } // -> ::Later.n
