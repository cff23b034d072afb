export declare function told(): void;
