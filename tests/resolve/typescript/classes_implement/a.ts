export interface Store { load(): void }
export interface More extends Store { save(): void } // inherits ::Store
class Disk implements Store, More { load() {} save() {} } // implements ::Store, ::More
