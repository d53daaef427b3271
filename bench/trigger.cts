import { measure } from './process.cts';
import type { Section } from './section.cts';

const ACCOUNTS = 100_000;

/** What the process of one trigger measures. */
export interface TriggerCase {
	accounts: number;
	fieldsToWatch: string[];
}

/** Measures the trigger on 100,000 accounts: what its polls cost, and what it remembers. */
export async function benchTrigger(): Promise<Section> {
	const rows: Section['rows'] = [];

	for (const fieldsToWatch of [[], ['traits.plan'], ['healthScore', 'mrr', 'traits.plan']]) {
		const input: TriggerCase = { accounts: ACCOUNTS, fieldsToWatch };

		rows.push(...(await measure<Section['rows']>('trigger.case.cts', input)));
	}

	return {
		title: `Trigger on ${ACCOUNTS.toLocaleString('en')} accounts`,
		intro:
			"_Account Updated_, polled by n8n's own executor with durable cursors, so the state goes through JSON for every poll. With watched fields the first polls learn the list, here at 500 pages each; after that the seconds of an idle poll are those of reading and comparing the state. _State_ is what n8n stores, _memory_ the growth of the resident set since the activation.",
		rows,
	};
}
