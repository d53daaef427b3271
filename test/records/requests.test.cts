import { newAccount } from '../../sandbox/state/customers.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import { addConversation } from '../fixtures/conversations.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';

import type { IDataObject } from 'n8n-workflow';

interface Kind {
	kind: string;
	parameters: IDataObject;
	/** Adds record `number`, with the external ID `E<number>`. */
	add(sandbox: Sandbox, number: number): void;
	/** The form of its external IDs. */
	idOf?(id: string): string;
	/** Maximum of reads; twice the pages unless set. */
	most?: number;
}

/** `E5` in the form of a Vitally ID. */
const uuidOf = (id: string) =>
	`00000000-0000-4000-8000-${id.replace('E', 'e').replace('X', 'f').padStart(12, '0')}`;

const KINDS: Kind[] = [
	{
		kind: 'accounts to update, in the form of Vitally IDs',
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('={{ $json.id }}'),
			updateFields: { name: 'New' },
		},
		idOf: uuidOf,
		add: ({ state }, number) =>
			state.accounts.insert(newAccount(row(`id-${number}`), uuidOf(`E${number}`), 'Name', {})),
	},
	{
		kind: 'conversations to update, which only the list finds',
		parameters: {
			resource: 'conversation',
			operation: 'update',
			conversationId: byExternalId('={{ $json.id }}'),
			updateFields: { subject: 'New' },
		},
		most: 3,
		add: (sandbox, number) =>
			addConversation(sandbox, `id-${number}`, { externalId: `E${number}` }),
	},
];

const RECORDS = 250;
const PAGES = 3;
/** What a table names: records that are there, among others that are not. */
const IDS = [...Array.from({ length: 20 }, (_, index) => `X${index}`), 'E0', 'E1', 'E120', 'E249'];

describe.each(KINDS)(
	'many external IDs, some of them missing: $kind',
	({ parameters, idOf = (id: string) => id, ...kind }) => {
		const started = sandboxOfSuite({ seed: 'empty' });

		it('each has its outcome, for few requests', async () => {
			const sandbox = started();
			for (let number = 0; number < RECORDS; number++) kind.add(sandbox, number);
			const outcome = await runNode(
				{
					parameters,
					items: IDS.map((id) => ({ id: idOf(id) })),
					onError: 'continueRegularOutput',
				},
				{ credentials: credentialsFor(sandbox) },
			);
			const errors = outcome.items(NODE).map(({ json }) => json.error);
			expect(errors).toEqual(
				IDS.map((id) =>
					id.startsWith('E') ? undefined : expect.stringContaining(`"${idOf(id)}"`),
				),
			);
			const reads = sandbox.requests.filter(({ method }) => method === 'GET').length;
			expect(sandbox.requests.length - reads).toBe(4);
			expect(reads).toBeLessThanOrEqual(kind.most ?? 2 * PAGES + 1);
		});
	},
);
