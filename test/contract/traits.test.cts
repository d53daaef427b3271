import { callerWith } from './calls.cts';
import { titleOf, WAYS, type Way } from './endpoints.cts';
import { fieldsOf } from './fields.cts';
import { shownProperties } from './places.cts';

/** What a careless mapper would lose, turn or nest (docs/service.md, Trait creation rules). */
const TRAITS = {
	'vitally.custom.nextStep': '',
	'a.b': 0,
	'a.b.c': -12.5,
	flag: false,
	quoted: 'false',
	digits: '007',
	list: ['gold', 'a, b'],
	'empty.list': [],
	start: '2026-03-01T00:00:00.000Z',
	none: null,
};

const row = (key: string, type: string, value: unknown) => ({ key, type, [`${type}Value`]: value });

const ROWS = {
	traits: {
		trait: [
			row('vitally.custom.nextStep', 'string', ''),
			row('a.b', 'number', 0),
			row('a.b.c', 'number', '-12.5'),
			row('flag', 'boolean', false),
			row('quoted', 'string', 'false'),
			row('digits', 'string', '007'),
			row('list', 'multiSelect', ['gold', 'a, b']),
			row('empty.list', 'multiSelect', []),
			row('start', 'date', '2026-03-01'),
			row('none', 'string', '={{ null }}'),
		],
	},
};
const JSON_TEXT = { traitsJson: JSON.stringify(TRAITS) };

const withoutEmpty = (traits: object) =>
	Object.fromEntries(
		Object.entries(traits).filter(
			([, value]) => !['null', '""', '[]'].includes(JSON.stringify(value)),
		),
	);

const has = ({ call }: Way, parameter: string) =>
	shownProperties(call).some(({ name }) => name === parameter);

/** The collection behind which traits stand where they are rare. */
const collectionOf = ({ call }: Way) =>
	shownProperties(call).find(
		({ type, options = [] }) =>
			type === 'collection' && options.some(({ name }) => name === 'traitsJson'),
	)?.name;

/** The parameters that set traits. */
function given(way: Way, mode: 'fields' | 'json') {
	const traits = mode === 'fields' ? ROWS : JSON_TEXT;
	const collection = collectionOf(way);
	if (collection === undefined) return { traitsMode: mode, ...traits };
	return { [collection]: { ...(way.call.parameters[collection] as object), ...traits } };
}
const hasOption = ({ call }: Way, option: string) =>
	shownProperties(call)
		.filter(({ name }) => name === 'options')
		.some(({ options = [] }) => options.some(({ name }) => name === option));
/** A completion sets when and by whom; a link has no traits, its task has (test/nodes/task). */
const WITHOUT_TRAITS = /task complete|task (create|upsert) POST .*projects/;
const WRITES = WAYS.filter((way) => !WITHOUT_TRAITS.test(titleOf(way)));
const WITH_TRAITS = WRITES.filter(({ endpoint }) =>
	fieldsOf(endpoint).some(({ name }) => name === 'traits'),
);

it('every operation with fields for traits writes to an endpoint that takes them, and none else', () => {
	const offering = WRITES.filter((way) => has(way, 'traitsJson') || collectionOf(way));
	expect(offering.map(titleOf)).toEqual(WITH_TRAITS.map(titleOf));
});

describe('traits arrive as they were meant', () => {
	const run = callerWith();
	const rows = WITH_TRAITS.flatMap((way) => [
		[titleOf(way), 'fields', way] as const,
		[titleOf(way), 'json', way] as const,
	]);

	it.each(rows)('%s, out of %s', async (_title, mode, way) => {
		const clears = hasOption(way, 'traitsToClear');
		const { requests, contractRefusals } = await run(way, {
			...given(way, mode),
			options: {
				emptyValues: 'send',
				...(clears && { traitsToClear: ['vitally.custom.gone'] }),
			},
		});
		expect(contractRefusals).toEqual([]);
		const { traits } = requests[0].body as { traits: unknown };
		const sent = { ...TRAITS, ...(clears && { 'vitally.custom.gone': null }) };
		// Where there is nothing yet, a sync finds that what is empty is there already.
		const isSync = way.call.parameters.operation === 'sync';
		expect(traits).toEqual(isSync ? withoutEmpty(sent) : sent);
	});
});
