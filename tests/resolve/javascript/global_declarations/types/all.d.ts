declare function everywhere(): void;
