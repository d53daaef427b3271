import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { differencesOfSets, SAME_SET } from '../fixtures/differences.cts';
import { builtCredentials, builtNodes } from './nodeDescriptions.cts';

const propertiesOf = (name: string): INodeProperties[] =>
	builtNodes.find(({ description }) => description.name === name)?.description.properties ?? [];

describe('a panel says on the screen what a person needs', () => {
	it.each([
		{
			credential: 'VitallyApi',
			fields: { us: ['subdomain'], eu: ['subdomain'], custom: ['subdomain', 'baseUrl'] },
		},
		{
			credential: 'VitallyAnalyticsApi',
			fields: { us: ['subdomain'], eu: ['euNotice', 'baseUrl'], custom: ['baseUrl'] },
		},
	])('$credential asks for the address that its data center needs', ({ credential, fields }) => {
		const { properties = [] } =
			builtCredentials.find(({ className }) => className === credential)?.type ?? {};
		const shownFor = (dataCenter: string) =>
			properties
				.filter(({ displayOptions }) => displayOptions?.show?.dataCenter?.includes(dataCenter))
				.map(({ name }) => name);

		const shown = Object.keys(fields).map((dataCenter) => [dataCenter, shownFor(dataCenter)]);

		expect(Object.fromEntries(shown)).toEqual(fields);
	});

	it('a trait of vitally has at first the type that the workspace gave it', () => {
		const [{ options = [] }] = propertiesOf('vitally').filter(({ name }) => name === 'traits');
		const [{ values }] = options as Array<{ values: INodeProperties[] }>;

		expect(values.find(({ name }) => name === 'type')?.default).toBe('automatic');
	});

	it.each(builtNodes)('$description.name has a single credential to choose', ({ description }) => {
		expect((description.credentials ?? []).map(({ name }) => name)).toEqual([expect.any(String)]);
	});

	it('a switch that is added to Options or Filters is on', () => {
		const switches = builtNodes
			.flatMap(({ description: { properties } }) => properties)
			.filter(({ name }) => name === 'options' || name === 'filters')
			.flatMap(({ options }) => options as INodeProperties[])
			// Off, it finds the open tasks.
			.filter(({ type, name }) => type === 'boolean' && name !== 'isCompleted');

		expect(switches).not.toEqual([]);

		const off = switches.filter(({ default: initial }) => initial !== true);

		expect(off.map(({ name }) => name)).toEqual([]);
	});

	it.each([
		{ resource: 'account', operation: 'upsert', offers: ['emptyValues', 'traitsToClear'] },
		{
			resource: 'customObjectInstance',
			operation: 'upsert',
			offers: ['emptyValues', 'traitsToClear'],
		},
		{ resource: 'organization', operation: 'upsert', offers: ['emptyValues', 'traitsToClear'] },
		{ resource: 'user', operation: 'upsert', offers: ['emptyValues', 'traitsToClear'] },
		{ resource: 'user', operation: 'unlink', offers: [] },
		{ resource: 'event', operation: 'track', offers: [] },
	])(
		'vitallyAnalytics has options for traits only where traits are sent: $resource $operation',
		({ resource, operation, offers }) => {
			const values = { resource, operation };
			const collections = propertiesOf('vitallyAnalytics').filter(({ name }) => name === 'options');
			const shown = collections
				.flatMap(({ options = [] }) => options as INodeProperties[])
				.filter((option) => NodeHelpers.displayParameter({}, option, null, null, values));

			expect(shown.map(({ name }) => name)).toEqual(['batch', 'dryRun', ...offers]);
		},
	);

	it('vitallyTrigger shows no parameter twice, whatever is watched', () => {
		const properties = propertiesOf('vitallyTrigger');
		const [{ options = [], noDataExpression }] = properties;

		expect({ noDataExpression }).toEqual({ noDataExpression: true });

		const settings = options.flatMap((option) =>
			['anyChange', 'fields', 'condition'].map((watch) => ({
				triggerOn: (option as INodePropertyOptions).value,
				watch,
				fieldsToWatch: ['healthScore'],
			})),
		);
		const shownWith = (values: (typeof settings)[number]) =>
			properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));
		const namesWith = (values: (typeof settings)[number]) =>
			shownWith(values).map(({ name }) => name);
		const twice = settings.flatMap((values) => {
			const names = namesWith(values);
			const repeated = names.filter((name, index) => names.indexOf(name) !== index);

			return repeated.map((name) => `${values.triggerOn} ${values.watch}: ${name}`);
		});

		expect(twice).toEqual([]);
		expect(settings.flatMap(namesWith)).toContain('conditions');
	});

	it("vitallyTrigger hides 'Compare' while the watched fields are not computed ones", () => {
		const values = { triggerOn: 'accountUpdated', watch: 'fields', fieldsToWatch: ['name'] };
		const shown = propertiesOf('vitallyTrigger').filter((property) =>
			NodeHelpers.displayParameter(values, property, null, null),
		);

		expect(shown.map(({ name }) => name)).not.toContain('check');
	});

	it('vitallyTrigger says of each account event but Churned that churned accounts are left out', () => {
		const properties = propertiesOf('vitallyTrigger');
		const [{ options = [] }] = properties;
		const events = (options as INodePropertyOptions[]).map(({ value }) => value);
		const isHint = ({ hint }: INodeProperties) => hint?.includes("'Include Churned'");
		const withHint = events.filter((triggerOn) =>
			properties.some(
				(property) =>
					isHint(property) && NodeHelpers.displayParameter({ triggerOn }, property, null, null),
			),
		);

		const due = [
			'accountCreated',
			'accountCsmChanged',
			'accountEnteredSegment',
			'accountExitedSegment',
			'accountHealthDropped',
			'accountUpdated',
		];

		expect(differencesOfSets(withHint, due)).toEqual(SAME_SET);
	});

	it.each([
		{ triggerOn: 'accountHealthDropped', records: 'Accounts' },
		{ triggerOn: 'organizationHealthDropped', records: 'Organizations' },
		{ triggerOn: 'userEnteredSegment', records: 'Users' },
	])('vitallyTrigger calls the records of $triggerOn by their name', ({ triggerOn, records }) => {
		const shown = propertiesOf('vitallyTrigger').filter((property) =>
			NodeHelpers.displayParameter({ triggerOn }, property, null, null),
		);

		const optionsOf = (label: string) => {
			const field = shown.find(({ displayName }) => displayName === label);

			return (field?.options ?? []).map(({ name }) => name);
		};

		expect(optionsOf('Compare')).toEqual([
			`All ${records} (at Most Every 15 Minutes)`,
			`Updated ${records} (Every Poll)`,
		]);

		// There is no list of the organizations of anything.
		const from = triggerOn.startsWith('organization') ? [] : [`All ${records}`];

		expect(optionsOf('From').slice(0, 1)).toEqual(from);
	});

	it('vitallyAnalytics has an example only where there is one', () => {
		const text = JSON.stringify(propertiesOf('vitallyAnalytics'));

		expect(text).toContain('"e.g. https://example.com/logo.png"');
		expect(text).not.toContain('e.g. undefined');
	});

	it('a notice has no tags that n8n leaves out, such as <br>', () => {
		const notices = builtNodes
			.flatMap(({ description: { properties } }) => properties)
			.filter(({ type }) => type === 'notice');

		expect(notices).not.toEqual([]);

		const tags = notices.flatMap(({ displayName }) => displayName.match(/<\/?\w+/g) ?? []);

		expect(tags.filter((tag) => !/^<\/?(a|li|ul)$/.test(tag))).toEqual([]);
	});
});
