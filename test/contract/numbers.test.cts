import type { INodeProperties } from 'n8n-workflow';

import { credentialsFor, runNode } from '../engine/node.cts';
import { addEveryKind } from '../fixtures/everyKind.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { nameOf, WAYS, type Way } from './endpoints.cts';
import { shownProperties } from './places.cts';

/** Spreadsheets and ticket systems give numbers as IDs and texts. */
const LOST = '12345678901234567890';

interface Place {
	title: string;
	call: Way['call'];
	property: INodeProperties;
	/** The parameters of the call with a value in this place. */
	parametersWith: (value: unknown) => Record<string, unknown>;
}

/** Every field of an operation, at the top and in collections, with what makes it show. */
function placesOf({ call }: Way): Place[] {
	const shown = shownProperties(call);
	const at = (property: INodeProperties, collection?: string): Place => ({
		title: `${nameOf(call)} ${collection ? `${collection}.` : ''}${property.name}`,
		call,
		property,
		parametersWith: (value) => ({
			...call.parameters,
			...Object.fromEntries(
				Object.entries(property.displayOptions?.show ?? {}).map(([name, values]) => [
					name.replace('/', ''),
					values?.[0],
				]),
			),
			...(collection === undefined
				? { [property.name]: value }
				: {
						[collection]: {
							...(call.parameters[collection] as object | undefined),
							[property.name]: value,
						},
					}),
		}),
	});
	return shown.flatMap((property) =>
		property.type === 'collection' && /^(additional|update)Fields$/.test(property.name)
			? ((property.options ?? []) as INodeProperties[]).map((one) => at(one, property.name))
			: [at(property)],
	);
}

/** One call for each operation is enough. */
const PLACES = [...new Map(WAYS.map((way) => [nameOf(way.call), way])).values()].flatMap(placesOf);
const LOCATORS = PLACES.filter(({ property }) => property.type === 'resourceLocator').flatMap(
	(place) =>
		(place.property.modes ?? [])
			.filter(({ name }) => name === 'id' || name === 'externalId')
			.map(({ name: mode }) => ({ ...place, title: `${place.title} (${mode})`, mode })),
);
const TEXTS = PLACES.filter(
	({ property, call }) =>
		property.type === 'string' &&
		!property.typeOptions?.multipleValues &&
		// What is added to a message is tested with the messages.
		call.type === undefined,
);

describe('a number', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });
	beforeEach(() => {
		addEveryKind(sandbox());
	});

	const run = async ({ call, parametersWith }: Place, value: unknown) => {
		const { error } = await runNode(
			{ type: call.type, parameters: parametersWith(value) },
			{ credentials: credentialsFor(sandbox()) },
		);
		const sent = sandbox().requests.map(({ path, query, body }) =>
			JSON.stringify([path, query, body]),
		);
		return { said: `${error?.message}\n${error?.description}`, sent };
	};

	it.each(LOCATORS.map((one) => [one.title, one] as const))('is an ID: %s', async (_title, one) => {
		const locator = (value: unknown) => ({ __rl: true, mode: one.mode, value });
		const { said, sent } = await run(one, locator('={{ 44 }}'));
		// As one segment of a path, as a text in query or body, or looked up in a list.
		const isText = [...sent, said].some((text) => /\/44[/"]|"44"/.test(text));
		expect([said, isText]).toEqual([said, true]);
		expect(said).not.toMatch(/is empty|is not text/);

		sandbox().requests.length = 0;
		const lost = await run(one, locator(`={{ ${LOST} }}`));
		expect(lost.said).toMatch(/is not text|has lost digits/);
		expect(lost.sent.filter((text) => text.includes('1234567890'))).toEqual([]);
	});

	it.each(TEXTS.map((one) => [one.title, one] as const))('is a text: %s', async (_title, one) => {
		const { said, sent } = await run(one, '={{ 7 }}');
		const asText = sent.some((text) => /\/7[/"]|"7"/.test(text));
		const asNumber = sent.some((text) => /[:[,]7[\],}]/.test(text));
		expect([said, asText, asNumber]).toEqual([said, true, false]);

		for (const value of [`={{ ${LOST} }}`, '={{ { a: 1 } }}']) {
			sandbox().requests.length = 0;
			const refused = await run(one, value);
			expect(refused.said).toMatch(/is not text|is not a list of strings|has lost digits/);
			expect(refused.sent.filter((text) => /1234567890|"a":1/.test(text))).toEqual([]);
		}
	});
});
