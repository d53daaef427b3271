import type { INodeProperties } from 'n8n-workflow';

import { builtNodes } from '../../description/built.cts';
import { byId } from '../../fixtures/locators.cts';
import { TriggerFixtures } from './fixtures.cts';

const trigger = builtNodes.find(({ description }) => description.name === 'vitallyTrigger');
const properties = trigger?.description.properties ?? [];

/** An expression in place of the whole group is dropped by n8n. */
const isGroup = ({ type }: INodeProperties) => /ollection$|^notice$/.test(type);

/** The first values of other parameters with which one is shown. */
const conditionsOf = ({ displayOptions }: INodeProperties) =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).map(([name, values]) => [
			name.replace('/', ''),
			values?.[0],
		]),
	);

const AT_TOP = properties.filter((property) => property.name !== 'triggerOn' && !isGroup(property));
const OPTIONS = (properties.find(({ name }) => name === 'options')?.options ??
	[]) as INodeProperties[];
const EMPTY = ['={{ "" }}', '={{ null }}', '={{ $vars.missing }}'];

/** What it limits would otherwise be the default: every change of every record. */
describe('a parameter of the Vitally Trigger that is an expression without a result', () => {
	const fixtures = TriggerFixtures.forEachTest();

	const activate = async (
		parameters: Record<string, unknown>,
		{ displayName }: INodeProperties,
	) => {
		const conditions = { condition: [{ field: 'healthScore', is: 'isSet' }] };
		const others = { triggerOn: 'accountUpdated', watch: 'anyChange', conditions };
		const node = fixtures.open({ ...others, ...parameters });
		const error = await node.activate().catch((reason: Error) => reason);
		const label = displayName.replace(/ Names? or IDs?$/, '');
		const message = error instanceof Error ? error.message : 'no error';
		expect([message, fixtures.sandbox.requests]).toEqual([
			expect.stringContaining(`'${label}`),
			[],
		]);
	};

	it.each(AT_TOP.map((one) => [`${one.name} ${JSON.stringify(conditionsOf(one))}`, one] as const))(
		'is an error before anything is sent: %s',
		async (_title, property) => {
			for (const value of EMPTY) {
				const stored = property.type === 'resourceLocator' ? byId(value) : value;
				await activate({ ...conditionsOf(property), [property.name]: stored }, property);
			}
		},
	);

	it.each(OPTIONS.map((one) => [one.name, one] as const))(
		'is an error before anything is sent: options.%s',
		async (name, property) => {
			const { triggerOn = 'accountUpdated', ...others } = conditionsOf(property);
			for (const value of EMPTY) {
				await activate({ triggerOn, options: { ...others, [name]: value } }, property);
			}
		},
	);
});
