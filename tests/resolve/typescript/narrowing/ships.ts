export class Ship { name(): string { return "" } }
export class Ferry extends Ship { load(): void {} }
export class Tug extends Ship { pull(): void {} }
export class Lost extends Error { where(): string { return "" } }
export class Buoy implements Float { float(): void {} }
interface Float { float(): void }
