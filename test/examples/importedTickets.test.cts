import type { IDataObject } from 'n8n-workflow';

import { readExamples } from '../../scripts/generate/examplesPage.cts';
import { NODE, runIn } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const log = readExamples(PROJECT_ROOT)
	.find(({ file }) => file === 'import-tickets-from-google-sheets.json')
	?.nodes.find(({ name }) => name === 'Log Message');

describe('a row of import-tickets-from-google-sheets.json', () => {
	const sandbox = sandboxOfSuite();

	/** The requests of a dry run, and the errors, of a row with all cells but those given. */
	const logRow = async (cells: IDataObject) => {
		const email = (people: Iterable<{ email?: unknown }>) =>
			String([...people].find((person) => person.email)?.email);
		const row = {
			ticket: 5,
			subject: 'Export fails',
			from_role: 'customer',
			from: email(sandbox().state.users.all()),
			to: email(sandbox().state.admins.all()),
			message_number: 0,
			text: 'It fails',
			sent_at: '2024-05-06T08:12:00Z',
			...cells,
		};
		const outcome = await runIn(sandbox(), {
			parameters: { ...log?.parameters },
			items: [row],
			onError: 'continueErrorOutput',
		});

		return {
			body: outcome.items(NODE)[0]?.json.body,
			error: outcome.items(NODE, 1)[0]?.json.error,
		};
	};

	it('becomes a message with the number 0', async () => {
		await expect(logRow({})).resolves.toMatchObject({
			body: { externalId: 'ticket-5', messages: [{ externalId: 'ticket-5-0' }] },
		});
	});

	it.each([
		{ cells: { ticket: '' }, title: "The field 'External ID' is empty" },
		{ cells: { ticket: undefined }, title: "The field 'External ID' is empty" },
		{ cells: { message_number: '' }, title: "Message 1 has no 'Message ID (External)'" },
		{ cells: { message_number: undefined }, title: "Message 1 has no 'Message ID (External)'" },
	])('fails and replaces no other message, because $title: $cells', async ({ cells, title }) => {
		await expect(logRow(cells)).resolves.toEqual({
			body: undefined,
			error: `${title} [item 0]`,
		});
	});
});
