declare function globalThing(): void;
declare module './model' { interface Model { added(): void } }
