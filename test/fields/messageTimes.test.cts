import { runIn } from '../engine/node.cts';
import { addThread } from '../fixtures/conversations.cts';
import { addPeople } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { writesOf } from '../nodes/account/syncCases.cts';

const OPERATIONS = [
	{ operation: 'create', fields: { subject: 'Invoice' } },
	{ operation: 'update', fields: { conversationId: byId('c-1') } },
	{ operation: 'upsert', fields: { subject: 'Invoice', externalId: 'T1' } },
];

const NO_TIMES = [
	{ form: 'a Unix time', timestamp: 1_767_225_600 },
	{ form: 'a Unix time as text', timestamp: '1767225600000' },
	{ form: 'a date that may have the month first', timestamp: '3/4/2026' },
	{ form: 'a day that does not exist', timestamp: '2026-02-30T10:00:00Z' },
	{ form: 'a list of two', timestamp: ['2026-03-01', '2026-03-02'] },
];

describe('the time of a message in JSON', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => {
		addPeople(sandbox());
		addThread(sandbox());
		sandbox().requests.length = 0;
	});

	const run = async ({ operation, fields }: (typeof OPERATIONS)[number], timestamp: unknown) => {
		const message = {
			externalId: 'T1-1',
			message: 'Hello',
			timestamp,
			from: { type: 'user', id: 'user-1' },
			to: [],
		};

		return await runIn(sandbox(), {
			parameters: {
				resource: 'conversation',
				operation,
				...fields,
				messagesMode: 'json',
				messagesJson: JSON.stringify([message]),
			},
		});
	};

	it.each(OPERATIONS.flatMap((row) => NO_TIMES.map((time) => ({ ...row, ...time }))))(
		'fails where it is $form, in $operation',
		async (row) => {
			const { error } = await run(row, row.timestamp);

			expect(error?.message ?? 'no error').toMatch(
				/of 'Message 1: Sent At' (is not a date|could be)/,
			);
			expect({ written: writesOf(sandbox()).map(({ body }) => body) }).toEqual({ written: [] });
		},
	);

	it.each(OPERATIONS)('goes out in UTC, in $operation', async (row) => {
		await run(row, '2026-03-01 10:00:00+02:00');

		expect(writesOf(sandbox())).toMatchObject([
			{ body: { messages: [{ timestamp: '2026-03-01T08:00:00.000Z' }] } },
		]);
	});
});
