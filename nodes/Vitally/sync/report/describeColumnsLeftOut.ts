import { NO_SUCH_TRAIT } from '../../fields/traits/traitMapping';
import { showText } from './showText';

/**
 * The columns that automatic mapping leaves out, as a person reads them: `Left out, no such trait: Region, Phone
 * ('Columns Without Trait' creates them). Renewal Date: similar to Next Renewal Date; …`.
 *
 * @param columns each with the reason
 * @param options.showsAdvice names the option that creates traits; a person who approves changes cannot choose it
 */
export function describeColumnsLeftOut(
	columns: ReadonlyMap<string, string>,
	{ showsAdvice }: { showsAdvice: boolean },
): string {
	const withoutTrait: string[] = [];
	const sentences: string[] = [];

	for (const [name, reason] of columns) {
		if (reason === NO_SUCH_TRAIT) withoutTrait.push(showText(name));
		else sentences.push(`${showText(name)}: ${reason}.`);
	}

	if (withoutTrait.length === 0) {
		sentences.unshift('Left out.');
	} else {
		const pronoun = withoutTrait.length === 1 ? 'it' : 'them';
		const advice = showsAdvice ? ` ('Columns Without Trait' creates ${pronoun})` : '';

		sentences.unshift(`Left out, ${NO_SUCH_TRAIT}: ${withoutTrait.join(', ')}${advice}.`);
	}

	return sentences.join(' ');
}
