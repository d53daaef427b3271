import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { updateAccount } from '../../sandbox/state/accounts.cts';

/** An event, the records that are watched for it, and a change that has to start it. */
export interface WatchedKind {
	event: string;
	parameters: IDataObject;
	/** The list that the trigger reads. */
	path: string;
	/** How often the activation reads the first page of the list. */
	firstPageReadsOnActivation: number;
	idsOf(sandbox: Sandbox): string[];
	change(sandbox: Sandbox, id: string): void;
}

const SEGMENT = { id: 'onboarding', name: 'Onboarding' };

export const KINDS: readonly WatchedKind[] = [
	{
		event: 'Account Updated',
		parameters: { triggerOn: 'accountUpdated', watch: 'anyChange' },
		path: '/resources/accounts',
		firstPageReadsOnActivation: 1,
		idsOf: ({ state }) =>
			[...state.accounts.all()].filter(({ traits }) => !traits.churnedAt).map(({ id }) => id),
		change: ({ state }, id) => {
			const account = state.accounts.get(id);
			if (account) updateAccount(state, account, { name: `Changed ${id}` });
		},
	},
	{
		event: 'User Entered Segment',
		parameters: { triggerOn: 'userEnteredSegment', segment: SEGMENT.name },
		path: '/resources/users',
		// What was there is read to its end, then the first page again.
		firstPageReadsOnActivation: 2,
		idsOf: ({ state }) => [...state.users.all()].map(({ id }) => id),
		change: ({ state }, id) => {
			const user = state.users.get(id);
			if (!user) return;
			const segments = [...user.segments, SEGMENT];
			state.users.change(user, { segments, updatedAt: state.now() });
		},
	},
];
