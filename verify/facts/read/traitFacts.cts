import type { IDataObject } from 'n8n-workflow';

import { traitTypeOf } from '../../../nodes/Vitally/values/traits/traitValue';
import { describeType, maskFieldName } from '../../describeValue.cts';
import type { Evidence } from '../../evidence.cts';
import { notObservable, observed, type ReadFact } from '../fact.cts';
import { ACCOUNTS, ALL_ACCOUNTS } from './queries.cts';

const MODELS = ['accounts', 'organizations', 'users'];

export const TRAIT_FACTS: readonly ReadFact[] = [
	{
		id: 'V26',
		statement: 'The names of the types in trait definitions',
		section: 'beyond.md, 9',
		ifItDiffers:
			'Nothing: values of an unknown type are sent as they come; values/traits/traitValue.ts.',
		ask: async (evidence) => {
			const types = new Set<string>();

			for (const model of MODELS) {
				const definitions = await readTraitDefinitions(evidence, model);

				for (const { type } of definitions) types.add(String(type));
			}

			if (types.size === 0) return notObservable('no trait definitions');

			return observed([...types].sort().map(describeTraitType).join(', '));
		},
	},
	{
		id: 'V27',
		statement: 'Whether traits that are dates are texts or numbers',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Nothing: Sync compares both as points in time.',
		ask: async (evidence) => {
			const definitions = await readTraitDefinitions(evidence, 'accounts');
			const dates = definitions.filter(({ type }) => /date/i.test(String(type)));
			const types = new Set<string>();

			for (const account of await evidence.readNewestRecords(ACCOUNTS, ALL_ACCOUNTS)) {
				const traits = (account.traits ?? {}) as IDataObject;

				for (const { path } of dates) {
					const value = traits[String(path)];
					if (value != null) types.add(describeType(value));
				}
			}

			if (types.size === 0) {
				return notObservable('no account of the first page has a date as a trait');
			}

			return observed([...types].sort().join(', '));
		},
	},
];

async function readTraitDefinitions(evidence: Evidence, model: string): Promise<IDataObject[]> {
	return await evidence.readPage('/resources/customFields', { model });
}

function describeTraitType(type: string): string {
	return traitTypeOf(type) ? type : `${maskFieldName(type)} (unknown)`;
}
