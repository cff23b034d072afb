export default class Base { inherited() {} }
