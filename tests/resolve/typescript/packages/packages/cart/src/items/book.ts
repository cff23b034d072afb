export class Book { title() {} }
