import { runIn, type NodeRun } from '../engine/node.cts';
import { traitRow } from '../fixtures/accounts.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const JSON_VALUE = '={{ $json.json }}';

/** Each field that reads JSON. */
const FIELDS: Array<{ field: string; run: NodeRun }> = [
	{
		field: 'Traits (JSON)',
		run: {
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: byId('acc-1'),
				traitsMode: 'json',
				traitsJson: JSON_VALUE,
			},
		},
	},
	{
		field: 'Properties (JSON)',
		run: {
			type: 'vitallyAnalytics',
			parameters: {
				resource: 'event',
				operation: 'track',
				event: 'Exported',
				accountId: 'a1',
				propertiesMode: 'json',
				propertiesJson: JSON_VALUE,
			},
		},
	},
	{
		field: 'Messages (JSON)',
		run: {
			parameters: {
				resource: 'conversation',
				operation: 'create',
				subject: 'Invoice',
				messagesMode: 'json',
				messagesJson: JSON_VALUE,
			},
		},
	},
	{
		field: 'Transcript',
		run: {
			parameters: {
				resource: 'meeting',
				operation: 'setTranscript',
				meetingId: byId('meeting-1'),
				transcript: JSON_VALUE,
			},
		},
	},
	{
		field: 'Trait: products',
		run: {
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: byId('acc-1'),
				traits: { trait: [traitRow('products', 'multiSelect', JSON_VALUE)] },
			},
		},
	},
];

describe('the error for a field with broken JSON', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each(FIELDS)("names the place in the JSON of '$field'", async ({ field, run }) => {
		const { error } = await runIn(sandbox(), { ...run, items: [{ json: '[1, two]' }] });

		expect(error?.message ?? 'no error').toContain(`'${field}'`);
		expect(error?.description).toContain("The JSON is wrong in line 1, column 5, at 'two]'.");
		expect({ requests: sandbox().requests.map(({ path }) => path) }).toEqual({ requests: [] });
	});
});
