import { newAccount, newCustomer } from '../../sandbox/state/customers.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import { addConversation } from '../fixtures/conversations.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byExternalId, byId } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';

import type { IDataObject } from 'n8n-workflow';

interface Kind {
	kind: string;
	parameters: IDataObject;
	/** Adds record `number`, with the external ID `E<number>`. */
	add(sandbox: Sandbox, number: number): void;
	before?(sandbox: Sandbox): void;
	/** The form of its external IDs. */
	idOf?(id: string): string;
	/** Maximum of reads; twice the better of single reads and pages unless set. */
	most?(table: { ids: number; pages: number }): number;
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
		most: ({ pages }) => pages,
		add: (sandbox, number) =>
			addConversation(sandbox, `id-${number}`, { externalId: `E${number}` }),
	},
	{
		kind: 'instances to update',
		parameters: {
			resource: 'customObjectInstance',
			operation: 'update',
			customObjectId: byId('obj-1'),
			customObjectInstanceId: byExternalId('={{ $json.id }}'),
			updateFields: { name: 'New' },
		},
		before: (sandbox) => addCustomObject(sandbox, 'obj-1', 'Deals'),
		add: (sandbox, number) => addInstance(sandbox, `id-${number}`, { externalId: `E${number}` }),
	},
	{
		kind: 'organizations of new accounts',
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: '={{ $json.id }}',
			name: '={{ $json.id }}',
			additionalFields: { organizationId: byExternalId('={{ $json.id }}') },
		},
		add: ({ state }, number) =>
			state.organizations.insert({
				...newCustomer(row(`id-${number}`, 1), `E${number}`, 'Group', {}),
				organizationOwnerId: null,
			} as never),
	},
];

/** Rows of a table, of records that are there and of others. */
const TABLES = [
	{ title: 'nearly all missing', records: 250, there: 2, missing: 300 },
	{ title: 'few missing', records: 250, there: 200, missing: 5 },
	{ title: 'a small table in a large workspace', records: 3000, there: 2, missing: 4 },
];

describe.each(KINDS)(
	'many external IDs, some of them missing: $kind',
	({ parameters, idOf = (id: string) => id, ...kind }) => {
		const started = sandboxOfSuite({ seed: 'empty' });

		it.each(TABLES)('$title', async ({ records, there, missing }) => {
			const sandbox = started();
			kind.before?.(sandbox);
			for (let number = 0; number < records; number++) kind.add(sandbox, number);
			const ids = [
				...Array.from({ length: missing }, (_, index) => `X${index}`),
				...Array.from({ length: there }, (_, index) => `E${index}`),
			];
			const outcome = await runNode(
				{
					parameters,
					items: ids.map((id) => ({ id: idOf(id) })),
					onError: 'continueRegularOutput',
				},
				{ credentials: credentialsFor(sandbox) },
			);
			const errors = outcome.items(NODE).map(({ json }) => json.error);
			expect(errors).toEqual(
				ids.map((id) =>
					id.startsWith('E') ? undefined : expect.stringContaining(`"${idOf(id)}"`),
				),
			);
			const pages = Math.ceil(records / 100);
			const reads = sandbox.requests.filter(({ method }) => method === 'GET').length;
			expect(sandbox.requests.length - reads).toBe(there);
			const most = kind.most ?? (({ ids, pages }) => 2 * Math.min(ids, pages) + 1);
			expect(reads).toBeLessThanOrEqual(most({ ids: ids.length, pages }));
		});
	},
);
