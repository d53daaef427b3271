import type { Admin } from '../state/admins.cts';
import type { Account } from '../state/customers.cts';
import { createNote } from '../state/notes.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const TAGS = ['champion', 'expansion', 'onboarding', 'renewal', 'risk'];
const SUBJECTS = ['Kick-off', 'Quarterly review', 'Renewal talk', 'Support round-up'];

/** Adds notes on accounts: most with tags, some from integrations, some deleted. */
export function addNotes(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	{ accounts, admins }: { accounts: Account[]; admins: Admin[] },
): void {
	const categories = ['Call', 'E-mail', 'Meeting', 'Risk'].map((name) => {
		const createdAt = daysAgo(800);

		return state.noteCategories.insert({
			id: state.newId(),
			createdAt,
			updatedAt: createdAt,
			name,
		});
	});
	if (accounts.length === 0 || admins.length === 0) return;

	for (let index = 0; index < count; index += 1) {
		const age = random.between(2, 400) + random.fraction();
		const subject = random.pick(SUBJECTS);
		const body = {
			accountId: random.pick(accounts).id,
			externalId: `note-${index + 1}`,
			subject,
			note: `<p><strong>${subject}</strong></p><ul><li>Goals agreed</li><li>Next step set</li></ul>`,
			noteDate: daysAgo(age),
			authorId: random.pick(admins).id,
			categoryId: random.pick(categories).id,
			tags: TAGS.filter(() => random.percent(30)),
			traits: { 'vitally.custom.sentiment': random.pick(['calm', 'tense', 'warm']) },
		};
		const isDeleted = random.percent(8);

		state.notes.change(createNote(state, body), {
			createdAt: daysAgo(age),
			updatedAt: daysAgo(age - 1),
			archivedAt: isDeleted ? daysAgo(age - 1) : null,
			source: random.pick(['zoom', 'salesforce', null, null]),
		});
	}
}
