import { describeOperation, type OperationCase } from '../../../engine/operationCases.cts';
import { addPeople } from '../../../fixtures/customers.cts';

const TRACK = '/analytics/v1/track';
const ID = /^[0-9a-f]{64}$/;

const type = 'vitallyAnalytics';
const track = { resource: 'event', operation: 'track', event: 'Report Exported' };
const ofUser = { ...track, userId: 'U1' };
const additionalFields = { messageId: 'm1' };

/** What a careless mapper would lose, turn or nest. */
const PROPERTIES = {
	'report.kind': '',
	'a.b': 0,
	flag: false,
	quoted: 'false',
	digits: '007',
	list: ['gold', 'a, b'],
	day: '2026-03-01T00:00:00.000Z',
	at: '2026-03-01T08:00:00.000Z',
	none: null,
};
const row = (key: string, kind: string, value: unknown) => ({
	key,
	type: kind,
	[`${kind}Value`]: value,
});

const cases: OperationCase[] = [
	{
		name: 'sends only what is set, and properties that are empty, which the service wants',
		given: addPeople,
		parameters: { ...ofUser, additionalFields },
		sends: [
			{
				method: 'POST',
				path: TRACK,
				body: { event: 'Report Exported', properties: {}, userId: 'U1', messageId: 'm1' },
			},
		],
		returns: [{ event: 'Report Exported', properties: {}, userId: 'U1', message: 'Success.' }],
		then: ({ state }) =>
			expect(state.events).toMatchObject([
				{ event: 'Report Exported', userId: 'user-1', accountId: 'acc-1' },
			]),
	},
	{
		name: 'sends properties out of fields, each in the JSON that gives it its type',
		parameters: {
			...ofUser,
			additionalFields,
			properties: {
				property: [
					row('report.kind', 'string', ''),
					row('a.b', 'number', '0'),
					row('flag', 'boolean', false),
					row('quoted', 'string', 'false'),
					row('digits', 'string', '007'),
					row('list', 'multiSelect', ['gold', 'a, b']),
					row('day', 'date', '2026-03-01T23:30:00+02:00'),
					row('at', 'dateTime', '2026-03-01T10:00:00+02:00'),
					row('none', 'string', '={{ null }}'),
				],
			},
		},
		then: ({ requests }) => expect(requests[0].body).toMatchObject({ properties: PROPERTIES }),
	},
	{
		name: 'sends properties out of JSON, nested ones too',
		parameters: {
			...ofUser,
			additionalFields,
			propertiesMode: 'json',
			propertiesJson: JSON.stringify({ ...PROPERTIES, nested: { a: [1, { b: 2 }] } }),
		},
		returns: [{ properties: { ...PROPERTIES, nested: { a: [1, { b: 2 }] } } }],
		then: ({ state }) => expect(state.events[0].properties['a.b']).toBe(0),
	},
	{
		name: 'counts for the account alone',
		given: addPeople,
		parameters: { ...track, accountId: 'A1' },
		then: ({ state }) => expect(state.events).toMatchObject([{ userId: null, accountId: 'acc-1' }]),
	},
	{
		name: 'counts for the organization alone, at its time',
		given: addPeople,
		parameters: {
			...track,
			userId: ' ',
			accountId: '={{ null }}',
			additionalFields: { organizationId: 'O1', timestamp: '2026-03-01T10:00:00+02:00' },
		},
		sends: [
			{
				method: 'POST',
				path: TRACK,
				body: {
					event: 'Report Exported',
					properties: {},
					organizationId: 'O1',
					timestamp: '2026-03-01T08:00:00.000Z',
				},
			},
		],
		then: ({ state }) =>
			expect(state.events).toMatchObject([
				{ accountId: null, organizationId: 'org-1', at: '2026-03-01T08:00:00.000Z' },
			]),
	},
	{
		name: 'counts the same event of every item, and none of them twice when an answer is lost',
		given: (sandbox) => {
			addPeople(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', times: 1 });
		},
		parameters: ofUser,
		items: [{}, {}, {}],
		then: ({ requests, state }) => {
			expect(requests).toHaveLength(2);
			expect(state.events).toHaveLength(3);
			const [, { body }] = requests;
			for (const { messageId } of body as Array<{ messageId: string }>) {
				expect(messageId).toMatch(ID);
			}
		},
	},
	{
		name: "counts once when n8n's Retry On Fail tries the items again",
		given: (sandbox) => {
			addPeople(sandbox);
			sandbox.faults.add({ kind: 'notJson', times: 1 });
		},
		parameters: ofUser,
		items: [{}, {}],
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		then: ({ requests, state }) => {
			expect(requests).toHaveLength(2);
			expect(state.events).toHaveLength(2);
		},
	},
	{
		name: 'rejects an event of nobody before anything is sent',
		parameters: track,
		throws: /no user, account or organization \[item 0\]\nFill in 'User ID' or 'Account ID'/,
		sends: [],
	},
	{
		name: 'rejects an event without a name',
		parameters: { ...ofUser, event: ' ' },
		throws: /'Event' is empty \[item 0\]/,
		sends: [],
	},
	{
		name: 'rejects properties that are no object, in their own words',
		parameters: { ...ofUser, propertiesMode: 'json', propertiesJson: '[1]' },
		throws: /The value of 'Properties \(JSON\)' is not a JSON object/,
		sends: [],
	},
	{
		name: 'rejects a property that is given twice, in its own words',
		parameters: {
			...ofUser,
			properties: { property: [row('a', 'number', 1), row('a', 'number', 2)] },
		},
		throws: /The property 'a' is given more than once/,
		sends: [],
	},
	{
		name: 'rejects a property that does not fit its type, in its own words',
		parameters: { ...ofUser, properties: { property: [row('a', 'number', 'many')] } },
		throws: /"many" of 'Property: a' is not a number/,
		sends: [],
	},
];

describeOperation(
	'Vitally Analytics: event messages',
	cases.map((one) => ({ ...one, type })),
);
