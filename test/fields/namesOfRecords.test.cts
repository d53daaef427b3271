import { newAccount } from '../../sandbox/state/customers.cts';
import { NODE, runIn } from '../engine/node.cts';
import { addDeal, addInstance } from '../fixtures/customObjects.cts';
import { byId, byName } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const NAMES = [
	{ character: 'a no-break space', name: 'Acme\u00A0Inc' },
	{ character: 'a zero-width space', name: 'Acme\u200B' },
	{ character: 'digits of a decimal number', name: '2024.0' },
];

/** What would be another ID with such a character is the name that people have given. */
describe('a name of a record', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const get = async (parameters: object) => {
		const outcome = await runIn(sandbox(), { parameters: { operation: 'get', ...parameters } });

		return outcome.items(NODE)[0]?.json.id ?? outcome.error?.message;
	};

	it.each(NAMES)('finds an account by a name with $character', async ({ name }) => {
		sandbox().state.accounts.insert(newAccount(row('acc-7'), 'A7', name, {}));

		expect(await get({ resource: 'account', accountId: byName(name) })).toBe('acc-7');
	});

	it.each(NAMES)('finds an instance by a name with $character', async ({ name }) => {
		addDeal(sandbox());
		addInstance(sandbox(), 'i-7', { name });

		const instance = { customObjectId: byId('obj-1'), customObjectInstanceId: byName(name) };

		expect(await get({ resource: 'customObjectInstance', ...instance })).toBe('i-7');
	});

	it.each(['None', '#N/A', 'Acme \uFFFD'])('rejects %j', async (name) => {
		expect(await get({ resource: 'account', accountId: byName(name) })).toMatch(
			/instead of a value|is an error of a spreadsheet|wrong encoding/,
		);
		expect({ requests: sandbox().requests.map(({ path }) => path) }).toEqual({ requests: [] });
	});
});
