declare function apart(): void;
