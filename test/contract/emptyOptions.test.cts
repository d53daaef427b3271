import type { INodeProperties } from 'n8n-workflow';

import {
	resultThrough,
	throughRunner,
	throughTool,
	type EntryPoint,
} from '../engine/entryPoints.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { FIRST_CALLS, type Call } from './endpoints.cts';
import { editorFieldsOf, parameterPathsOf, type EditorField } from './parameterPaths.cts';
import { expectNoFaults, faultOf, firstOfEach } from './ruleChecks.cts';

/** Fields that may be empty, because nothing that the user asked for is left out then. */
const MAY_BE_EMPTY: Record<string, string> = {
	'options.columnsWithoutTrait': 'Read where columns are mapped automatically.',
	'options.htmlPolicy': 'Read where there is HTML that Vitally does not support.',
	'options.milestone': 'A value: blank stands for the default milestone.',
	'options.traitsToClear': 'A list: an empty one clears nothing.',
	responseStatus: 'A value, and the empty text is one.',
	traitsMapper: 'The editor stores it, without expressions.',
};

/** All options and filters, and what is at the top but no optional value of a record. */
function isLimit({ property: { name, type, required }, collection, path }: EditorField): boolean {
	if (path in MAY_BE_EMPTY || name === 'resource' || name === 'operation') return false;
	if (collection) return ['options', 'filters'].includes(collection);

	return required === true || ['boolean', 'number', 'options'].includes(type);
}

/** The same operation of another resource reads its options in the same order. */
const LIMITS = firstOfEach(
	editorFieldsOf(FIRST_CALLS).filter(isLimit),
	({ call, path, property: { displayName } }) =>
		[call.type, call.parameters.operation, path, displayName].join(' '),
);

/** What operations share is read by the same function: one of them is called by a model, too. */
const AS_TOOL = new Set(
	firstOfEach(LIMITS, ({ path, property }) => `${path} ${property.displayName}`).filter(
		({ property, call }) =>
			!property.displayOptions?.show?.['@tool'] &&
			// A tool has no input items that an undo could read.
			call.parameters.operation !== 'undoSync',
	),
);

/** Blank cells, null, a missing column, and an option that was added and left empty; each field has one in turn. */
const IN_WORKFLOWS = ['={{ " " }}', '={{ null }}', '={{ $json.missing }}', ''];
/** What models write for no value. */
const OF_MODELS = [null, '', ' NULL '];
const FROM_MODEL = '={{ $fromAI("value") }}';

const stored = ({ type }: INodeProperties, value: unknown): unknown =>
	type === 'resourceLocator' ? byId(value) : value;

/** What the editor would require with the other values of a choice. */
function requiredBy(call: Call): Record<string, unknown> {
	const required = parameterPathsOf(call).filter(({ property }) => property.required);

	return Object.fromEntries(
		required.map(({ property }) => [property.name, stored(property, 'none')]),
	);
}

describe('an option that limits an operation and is empty ends it before anything is sent', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });

	beforeEach(() => addAllResources(sandbox()));

	const faultsOf = async (
		entryPoint: EntryPoint,
		{ title, call: { type, parameters, items }, property, parametersWith }: EditorField,
		value: unknown,
		ofModel?: string | null,
	) => {
		const run = {
			type,
			parameters: {
				...requiredBy({ type, parameters }),
				...parameters,
				...parametersWith(stored(property, value)),
			},
			items: ofModel === undefined ? items : [{ value: ofModel }],
		};
		const { error, requests } = await resultThrough(entryPoint, sandbox(), run);
		// Of a participant, the error names the role.
		const [label] = property.displayName.split(': ');
		const isNamed = `${error?.message}\n${error?.description}`.includes(`'${label}'`);
		const sent = requests.map(({ method, path }) => `${method} ${path}`);
		if (isNamed && sent.length === 0) return [];

		const entered = ofModel === undefined ? value : ofModel;

		return faultOf(title, entered, sent, `an error with '${label}', and not ${error?.message}`);
	};

	it('in a workflow, and as a tool', async () => {
		await expectNoFaults(LIMITS.entries(), async ([index, limit]) => {
			const { required, type } = limit.property;
			// n8n itself asks for what is required, and its editor has no empty switch, number or choice.
			const isNeverBlank = required || ['boolean', 'number', 'options'].includes(type);
			const value = IN_WORKFLOWS[index % (isNeverBlank ? 3 : 4)];
			const ofModel = OF_MODELS[index % OF_MODELS.length];

			return [
				...(await faultsOf(throughRunner, limit, value)),
				...(AS_TOOL.has(limit) ? await faultsOf(throughTool, limit, FROM_MODEL, ofModel) : []),
			];
		});
	});
});
