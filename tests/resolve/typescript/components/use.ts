import { load } from './Other.svelte'; // imports Other.svelte
load(); // -> Other.svelte::load
