/** As people write them. */
const ABBREVIATIONS: Record<string, string> = { csm: 'CSM', id: 'ID', mrr: 'MRR', nps: 'NPS' };

/** What a field is called in the editor: `nextRenewalDate` is Next Renewal Date, `csmId` is CSM. */
export function labelOf(field: string): string {
	const words = field.replace(/(?<=.)(?<!^external)Id$/, '').split(/(?=[A-Z])/);
	return words
		.map(
			(word) => ABBREVIATIONS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');
}

/** The part of an expression that replaces the value of a parameter by its name. */
export function labelExpression(parameter: string, names: string[][]): string {
	const texts = JSON.stringify(Object.fromEntries(names));
	return `((${texts})[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;
}
