export class Shop { open() {} }
