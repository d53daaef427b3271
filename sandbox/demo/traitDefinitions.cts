import type { TraitDefinition, TraitModel } from '../state/customFields.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo } from './calendar.cts';

type Definition = Pick<TraitDefinition, 'label' | 'path' | 'type'> & { choices?: string[] };

/** The traits of the demo. Only `string`, `textarea` and `datetime` are published names of types. */
const DEFINITIONS: Partial<Record<TraitModel, Definition[]>> = {
	accounts: [
		{ label: 'Plan', path: 'plan', type: 'string' },
		{ label: 'Industry', path: 'industry', type: 'string' },
		{ label: 'Seats', path: 'seats', type: 'number' },
		{ label: 'Beta Program', path: 'betaProgram', type: 'boolean' },
		{ label: 'MRR', path: 'mrr', type: 'number' },
		{ label: 'Next Renewal Date', path: 'nextRenewalDate', type: 'date' },
		{ label: 'Churned At', path: 'churnedAt', type: 'datetime' },
		{ label: 'Next Step', path: 'vitally.custom.nextStep', type: 'textarea' },
		{
			label: 'Products',
			path: 'vitally.custom.products',
			type: 'multiselect',
			choices: ['Core', 'Reports'],
		},
	],
	organizations: [
		{
			label: 'Region',
			path: 'vitally.custom.region',
			type: 'select',
			choices: ['Americas', 'Asia', 'Europe'],
		},
		{ label: 'MRR', path: 'mrr', type: 'number' },
	],
	users: [
		{ label: 'Role', path: 'role', type: 'string' },
		{ label: 'Trained', path: 'trained', type: 'boolean' },
	],
	notes: [{ label: 'Sentiment', path: 'vitally.custom.sentiment', type: 'string' }],
	projects: [{ label: 'Playbook', path: 'vitally.custom.playbook', type: 'string' }],
	tasks: [{ label: 'Effort', path: 'vitally.custom.effort', type: 'number' }],
	conversations: [{ label: 'Status', path: 'zendesk.status', type: 'string' }],
};

export function addTraitDefinitions(state: ServiceState): void {
	const createdAt = daysAgo(700);

	for (const [model, definitions] of Object.entries(DEFINITIONS)) {
		for (const { choices, ...definition } of definitions) {
			state.traitDefinitions.insert({
				id: state.newId(),
				createdAt,
				updatedAt: createdAt,
				model: model as TraitModel,
				...definition,
				options: choices?.map((value) => ({ label: value, value })) ?? null,
			});
		}
	}
}
