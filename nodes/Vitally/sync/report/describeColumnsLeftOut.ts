import type { LeftOut } from '../../fields/traits/traitMapping';
import { showText } from '../showText';

/**
 * The columns that automatic mapping leaves out, as a person reads them: `Left out, no such trait: Region, Phone
 * ('Columns Without Trait' creates them). Renewal Date: similar to Next Renewal Date; rename it, or …`.
 *
 * @param options.showsAdvice says what would map them; a person who approves changes cannot do that, and a cell of n8n's table
 * is as narrow as its longest word
 */
export function describeColumnsLeftOut(
	columns: ReadonlyMap<string, LeftOut>,
	{ showsAdvice }: { showsAdvice: boolean },
): string {
	const withoutTrait: string[] = [];
	const similar: string[] = [];
	const sentences: string[] = [];

	for (const [name, { reason, remedy }] of columns) {
		if (remedy === 'createTrait') withoutTrait.push(showText(name));
		else if (remedy === 'rename') similar.push(`${showText(name)}: ${reason}`);
		else sentences.push(`${showText(name)}: ${reason}.`);
	}

	if (withoutTrait.length === 0) {
		sentences.unshift('Left out.');
	} else {
		const names = withoutTrait.join(', ');
		const pronoun = itOrThem(withoutTrait);

		sentences.unshift(
			showsAdvice
				? `Left out, no such trait: ${names} ('Columns Without Trait' creates ${pronoun}).`
				: `Left out: ${names}.`,
		);
	}

	if (similar.length > 0) {
		const advice = `; rename ${itOrThem(similar)}, or choose 'Map Each Column Manually'`;

		sentences.push(`${similar.join('; ')}${showsAdvice ? advice : ''}.`);
	}

	return sentences.join(' ');
}

function itOrThem({ length }: readonly string[]): string {
	return length === 1 ? 'it' : 'them';
}
