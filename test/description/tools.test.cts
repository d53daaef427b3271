import {
	NodeHelpers,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { builtNodes } from './built.cts';

const ACTIONS = builtNodes.filter(({ description }) => description.usableAsTool);

/** As the editor decides it (n8n 2.41), by `resource/operation` for operations. */
function hiddenIn(description: INodeTypeDescription): string[] {
	const node = { typeVersion: 1 } as INode;
	const isHidden = (entry: INodeProperties | INodePropertyOptions) => {
		const rules = Object.entries(entry.displayOptions?.show ?? {});
		// The resource and the operation are as the entry requires.
		const others = rules.filter(([name]) => !/^\/?(resource|operation)$/.test(name));
		const show = Object.fromEntries(others);
		const property = { ...entry, displayOptions: { show } } as INodeProperties;
		const hasToolRule = '@tool' in show;
		return hasToolRule && !NodeHelpers.displayParameter({}, property, node, description);
	};
	return description.properties.flatMap((property) => {
		const options = (property.options ?? []) as Array<INodeProperties | INodePropertyOptions>;
		const resource = String(property.displayOptions?.show?.resource?.[0]);
		const inner = options
			.filter(isHidden)
			.map((one) =>
				property.name === 'operation'
					? `${resource} ${String((one as INodePropertyOptions).value)}`
					: one.name,
			);
		return [...(isHidden(property) ? [property.name] : []), ...inner];
	});
}

const asTool = (description: INodeTypeDescription) => ({
	...description,
	name: `${description.name}Tool`,
});

describe('what an AI tool does not show, because it is for several items at once', () => {
	it.each(ACTIONS.map(({ description }) => [description.name, description] as const))(
		'%s hides nothing in a workflow',
		(_name, description) => expect(hiddenIn(description)).toEqual([]),
	);

	it('of the Vitally node: Sync, its output, and what applies or undoes it', () => {
		const [{ description }] = ACTIONS.filter(({ className }) => className === 'Vitally');
		expect(hiddenIn(asTool(description))).toEqual([
			...['account', 'organization', 'user', 'customObjectInstance'].flatMap((name) => [
				`${name} sync`,
				`${name} applyChanges`,
				`${name} undoSync`,
			]),
			'syncOutput',
		]);
	});

	it('of the Vitally Analytics node: Batch', () => {
		const [{ description }] = ACTIONS.filter(({ className }) => className === 'VitallyAnalytics');
		expect([...new Set(hiddenIn(asTool(description)))]).toEqual(['batch']);
	});
});
