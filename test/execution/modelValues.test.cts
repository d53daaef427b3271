import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { READ_FIELDS, type ReadField } from '../contract/readFields.cts';
import { resultThrough, throughTool } from '../engine/entryPoints.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';

/** Of fields that are the same in several operations, the one that is met first. */
const FIRST = new Set(
	new Map(
		READ_FIELDS.flat()
			.reverse()
			.map((field) => [JSON.stringify([field.property, field.collection]), field]),
	).values(),
);

/** The same value, as models write it. */
function writtenOtherwise({ property: { type }, value }: ReadField): unknown[] {
	const text = String(value);
	if (type === 'boolean' || type === 'options') return [` ${text.toUpperCase()} `];
	return type === 'number' ? [text, ` ${text} `] : [` ${text} `];
}

/** What models write for no value; n8n returns what they leave out as null. */
const LEFT_EMPTY = ['', null];

/** A null-like string is neither a name nor empty. */
const NULL_LIKE = 'null';

/** What no field of the type accepts. */
const WRONG: Record<string, unknown> = {
	boolean: 'maybe',
	dateTime: 'next week',
	multiOptions: 'undefined',
	number: 'many',
	options: 'nonsense',
	resourceLocator: true,
	string: { name: 'Acme' },
};

/**
 * A model fills the fields of a tool as it likes: numbers and switches as text, in upper case, with
 * blanks around, or with one of many forms of nothing. The result is the intended one, or an error
 * before anything is sent: no default in place of what was written, no list without its filter.
 */
describe('an operation that reads, as a tool', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', limits: { budget: 100_000 } });
		addAllResources(sandbox);
	});
	afterAll(async () => await sandbox.close());

	const run = async (parameters: Record<string, unknown>, value?: unknown) => {
		const items = [{ value } as never];
		const { outputs, error, requests } = await resultThrough(throughTool, sandbox, {
			parameters,
			items,
		});
		const sent = requests.map(({ method, path, query }) => ({ method, path, query }));
		return { outputs, error, sent };
	};

	/** Calls the tool, a value of the model in one field. */
	const call = async ({ property, collection, parameters }: ReadField, value: unknown) => {
		const filled = '={{ $fromAI("value") }}';
		const field = { [property.name]: property.type === 'resourceLocator' ? byId(filled) : filled };
		return await run({ ...parameters, ...(collection ? { [collection]: field } : field) }, value);
	};

	const titled = READ_FIELDS.map(
		(fields) =>
			[`${fields[0].parameters.resource} ${fields[0].parameters.operation}`, fields] as const,
	);
	it.each(titled)('%s', async (_title, fields) => {
		for (const field of fields) {
			const { property, collection, parameters, value } = field;
			const label = property.displayName;
			const forms = writtenOtherwise(field);
			// What operations share is read by the same function: one of them gets all forms.
			if (!FIRST.has(field)) {
				const { error } = await call(field, forms[0]);
				expect({ label, error }).toEqual({ label, error: undefined });
				continue;
			}
			const expected = await call(field, value);
			expect({ label, error: expected.error }).toEqual({ label, error: undefined });
			for (const form of forms) {
				expect({ label, form, ...(await call(field, form)) }).toEqual({ label, form, ...expected });
			}
			const unset = collection && (await run(parameters));
			for (const form of LEFT_EMPTY) {
				const seen = await call(field, form);
				// An optional field that is empty is not set, unless it has to be one of several options.
				if (unset && !seen.error)
					expect({ label, form, ...seen }).toEqual({ label, form, ...unset });
				else expect({ form, ...seen }).toEqual({ form, ...rejected(label) });
			}
			for (const form of [NULL_LIKE, WRONG[property.type]]) {
				expect({ form, ...(await call(field, form)) }).toEqual({ form, ...rejected(label) });
			}
		}
	});
});

/** An error that names the field, before anything was sent. */
function rejected(label: string) {
	const message: unknown = expect.stringContaining(`'${label}'`);
	const error: unknown = expect.objectContaining({ message });
	return { error, outputs: undefined, sent: [] };
}
