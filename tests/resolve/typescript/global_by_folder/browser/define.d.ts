export {};

declare global {
	function define(config: string): void;
}
