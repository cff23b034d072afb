export class Other { run() {} }
