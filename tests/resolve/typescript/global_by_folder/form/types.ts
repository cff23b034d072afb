export interface Form {
	steps: string[];
}
