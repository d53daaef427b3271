import type { Account } from '../state/customers.cts';
import { createInstance, newCustomField } from '../state/customObjects.cts';
import type { CustomObject } from '../state/customObjects.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const STAGES = ['Proposal', 'Negotiation', 'Won', 'Lost'];

/** Adds two custom objects: deals, and goals without instances. */
export function addCustomObjects(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	accounts: Account[],
): void {
	addDefinition(state, 'goals', 'Goals', { target: 'string' });
	const deals = addDefinition(state, 'deals', 'Deals', { stage: 'string', amount: 'number' });
	if (accounts.length === 0) return;

	for (let index = 0; index < count; index += 1) {
		const account = random.pick(accounts);
		const age = random.between(1, 365) + random.fraction();
		const instance = createInstance(state, deals.id, {
			name: `Deal ${index + 1}, ${account.name}`,
			externalId: `deal-${index + 1}`,
			customerId: account.id,
			traits: {
				'vitally.custom.stage': random.pick(STAGES),
				'vitally.custom.amount': random.between(1, 90) * 1000,
			},
		});

		state.instances.change(instance, {
			createdAt: daysAgo(age),
			updatedAt: daysAgo(age - 1),
			archivedAt: random.percent(6) ? daysAgo(age - 1) : null,
		});
	}
}

export function addDefinition(
	state: ServiceState,
	name: string,
	label: string,
	fields: Record<string, string>,
): CustomObject {
	const createdAt = daysAgo(700);
	const customFields = Object.entries(fields).map(([key, type]) => ({
		...newCustomField(state, { label: key, type }),
		createdAt,
	}));

	return state.customObjects.insert({
		id: state.newId(),
		createdAt,
		updatedAt: createdAt,
		name,
		label,
		syncActive: true,
		writeMode: 'writable',
		customFields,
	});
}
