import { choiceProperty, type Choice } from '../fields/properties';

/** A criterion of a search; the service accepts exactly one. */
interface SearchCriterion {
	name: string;
	value: string;
	description?: string;
}

/** @param initial the default, which may be that of another resource where an expression returns the resource */
export const searchByField = (criteria: SearchCriterion[], initial: string): Choice =>
	choiceProperty('Search By', 'searchBy', {
		options: criteria,
		default: initial,
		description: 'The field to search by. Vitally supports one at a time.',
	});
