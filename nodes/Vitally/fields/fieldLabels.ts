const ABBREVIATIONS: Record<string, string> = {
	csm: 'CSM',
	id: 'ID',
	json: '(JSON)',
	mrr: 'MRR',
	nps: 'NPS',
};

/** What a field is called in the editor: `nextRenewalDate` is Next Renewal Date, `csmId` is CSM. */
export function labelOf(field: string): string {
	const parts = field.replace(/(?<=.)(?<!external)Id$/, '').split(/(?<=[a-z\d])(?=[A-Z])|[\s_-]+/);

	return parts
		.map(
			(part) => ABBREVIATIONS[part.toLowerCase()] ?? part.charAt(0).toUpperCase() + part.slice(1),
		)
		.join(' ');
}

/** An n8n expression for the name of a parameter's value. */
export function labelExpression(parameter: string, names: string[][]): string {
	const labels = JSON.stringify(Object.fromEntries(names));

	return `((${labels})[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;
}
