import type { Form } from './types';

declare global {
	function define(config: Form): Form;
}
