import { Injectable, Get } from './decorators';
@Injectable() // -> decorators.ts::Injectable
class Service { // decorates nothing
  @Get('/x') // -> decorators.ts::Get
  list() {}
}
