import { runIn, type NodeRun } from '../engine/node.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { writesOf } from '../nodes/account/syncCases.cts';

const update = {
	resource: 'account',
	operation: 'update',
	accountId: byExternalId('a1'),
	traitsMode: 'json',
};
const sync = {
	resource: 'account',
	operation: 'sync',
	externalId: 'a1',
	name: 'Acme',
	dryRun: false,
	traitsMode: 'json',
};
const upsert = { ...update, operation: 'upsert', externalId: 'a1', name: 'Acme' };

/** Each way in which an account gets traits as JSON. */
const WAYS: Array<{ way: string; run: NodeRun; field: string }> = [
	{ way: 'an update', run: { parameters: update }, field: 'traitsJson' },
	{ way: 'Create or Update', run: { parameters: upsert }, field: 'traitsJson' },
	{ way: 'Sync', run: { parameters: sync }, field: 'traitsJson' },
	{ way: 'a tool', run: { parameters: update, isTool: true }, field: 'traitsJson' },
];

const ANALYTICS: typeof WAYS = [
	{
		way: 'Analytics',
		run: {
			type: 'vitallyAnalytics',
			parameters: {
				resource: 'account',
				operation: 'upsert',
				accountId: 'a1',
				traitsMode: 'json',
			},
		},
		field: 'traitsJson',
	},
	{
		way: 'an event',
		run: {
			type: 'vitallyAnalytics',
			parameters: {
				resource: 'event',
				operation: 'track',
				event: 'Exported',
				accountId: 'a1',
				propertiesMode: 'json',
			},
		},
		field: 'propertiesJson',
	},
];

describe('a key of JSON for traits', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(async () => {
		await withAccounts('a1')(sandbox());
		defineTrait(sandbox(), 'vitally.custom.plan', { label: 'Plan Name' });
		sandbox().requests.length = 0;
	});

	const errorOf = async ({ run, field }: (typeof WAYS)[number], json: object) => {
		const value = run.isTool ? `={{ $fromAI('json') }}` : `={{ $json.json }}`;
		const outcome = await runIn(sandbox(), {
			...run,
			parameters: { ...run.parameters, [field]: value },
			items: [{ json: JSON.stringify(json) }],
		});

		return outcome.error?.message ?? 'no error';
	};

	it.each(WAYS)('fails where it is the label of a trait, in $way', async (way) => {
		const error = await errorOf(way, { 'Plan Name': 'gold' });

		expect(error).toContain("'Plan Name' is the label of the trait 'vitally.custom.plan'");
		expect({ written: writesOf(sandbox()).map(({ body }) => body) }).toEqual({ written: [] });
	});

	it.each([
		{ name: 'the label', key: 'Caf\u00e9' },
		{ name: 'the label with a blank behind it', key: 'Caf\u00e9 ' },
		{ name: 'the label with a blank before it', key: ' Caf\u00e9' },
		{ name: 'the label in another form of Unicode', key: 'Cafe\u0301' },
	])('fails where it is $name of a trait', async ({ key }) => {
		defineTrait(sandbox(), 'vitally.custom.cafe', { label: 'Caf\u00e9' });

		expect(await errorOf(WAYS[0], { [key]: 'gold' })).toContain('is the label of the trait');
		expect({ written: writesOf(sandbox()).map(({ body }) => body) }).toEqual({ written: [] });
	});

	it.each([...WAYS, ...ANALYTICS])('fails where it wraps all others, in $way', async (way) => {
		const key = way.field.replace('Json', '');

		const error = await errorOf(way, { [key]: { plan: 'gold' } });

		expect(error).toContain(`has the key '${key}' around other keys`);
		expect({ written: writesOf(sandbox()).map(({ body }) => body) }).toEqual({ written: [] });
	});

	it('passes where it differs from a label by its capitals alone', async () => {
		const error = await errorOf(WAYS[0], { 'plan name': 'gold' });

		expect(error).toBe('no error');
		expect(writesOf(sandbox()).map(({ body }) => body)).toEqual([
			{ traits: { 'plan name': 'gold' } },
		]);
	});
});
