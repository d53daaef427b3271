const ABBREVIATIONS: Record<string, string> = {
	csm: 'CSM',
	id: 'ID',
	json: '(JSON)',
	mrr: 'MRR',
	nps: 'NPS',
};

/** What a field is called in the editor: `nextRenewalDate` is Next Renewal Date, `csmId` is CSM. */
export function labelOf(field: string): string {
	const withoutId = field.replace(/(?<=.)(?<!external)Id$/, '');
	const words = withoutId.split(/(?<=[a-z\d])(?=[A-Z])|[\s_-]+/);

	return words
		.map(
			(word) => ABBREVIATIONS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');
}

/**
 * An n8n expression for the label of a parameter's value; a value without a label is shown as it is.
 *
 * @param labels pairs of a value and its label
 */
export function labelExpression(parameter: string, labels: string[][]): string {
	const labelsByValue = JSON.stringify(Object.fromEntries(labels));

	return `((${labelsByValue})[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;
}
