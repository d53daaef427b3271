import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../../engine/node.cts';

const ZONES = [
	'UTC',
	'America/Los_Angeles',
	'America/St_Johns',
	'Asia/Kolkata',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
];

/** All mean 1 March 2026 where they were written. */
const FORMS = {
	'a calendar date': '2026-03-01',
	'what the date picker stores': '2026-03-01T00:00:00',
	'a basic date': '20260301',
	'the last minute in UTC': '2026-03-01T23:59:59.999Z',
	'the first minute far east': '2026-03-01T00:00:00+14:00',
	'the last minute far west': '2026-03-01T23:59:59-11:00',
	"a date object in the workflow's zone": '={{ DateTime.local(2026, 3, 1) }}',
	'a date object of a zone far east':
		'={{ DateTime.fromISO("2026-03-01T00:00", { zone: "Pacific/Kiritimati" }) }}',
	'a date object of a zone far west':
		'={{ DateTime.fromISO("2026-03-01T23:59", { zone: "Pacific/Pago_Pago" }) }}',
	'a date out of text': '={{ "2026-03-01".toDateTime() }}',
	"a JavaScript date, in the workflow's zone":
		'={{ DateTime.local(2026, 3, 1, 23, 59).toJSDate() }}',
	'an item that holds the text': '={{ $json.day }}',
};

describe('project: calendar dates', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	it.each(ZONES)('stay what they are in %s', async (timeZone) => {
		const sent: Record<string, unknown> = {};
		for (const [form, value] of Object.entries(FORMS)) {
			const outcome = await runNode(
				{
					parameters: {
						resource: 'project',
						operation: 'update',
						projectId: 'p-1',
						updateFields: { targetStartDate: value, targetCompletionDate: value },
						options: { dryRun: true },
					},
					items: [{ day: '2026-03-01T05:00:00.000' }],
				},
				{ credentials: credentialsFor(sandbox), timeZone },
			);
			expect(outcome.error).toBeUndefined();
			sent[form] = outcome.items(NODE)[0].json.body;
		}
		const day = { targetStartDate: '2026-03-01', targetCompletionDate: '2026-03-01' };
		expect(sent).toEqual(Object.fromEntries(Object.keys(FORMS).map((form) => [form, day])));
	});
});
