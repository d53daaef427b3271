import type { INodeProperties } from 'n8n-workflow';

import {
	resultThrough,
	throughRunner,
	throughTool,
	type EntryPoint,
} from '../engine/entryPoints.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { FIRST_CALLS, type Call } from './endpoints.cts';
import { firstOfEach } from './firstOfEach.cts';
import { editorFieldsOf, parameterPathsOf, type EditorField } from './parameterPaths.cts';

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

/** Blank cells, null, a missing column, and an option that was added and left empty. */
const EMPTY_IN_WORKFLOWS = ['={{ " " }}', '={{ null }}', '={{ $json.missing }}', ''];
/** The first three: n8n itself asks for what is required, and its editor has no empty switch, number or choice. */
const EMPTY_EXPRESSIONS = EMPTY_IN_WORKFLOWS.slice(0, 3);
/** What models write for no value. */
const EMPTY_FROM_MODELS = [null, '', ' NULL '];
const FROM_MODEL = '={{ $fromAI("value") }}';

const NEVER_BLANK_TYPES = ['boolean', 'number', 'options'];

/** Each field has one of the empty values, in turn. */
const IN_WORKFLOWS = firstOfEach(
	editorFieldsOf(FIRST_CALLS).filter(isLimit),
	// The same operation of another resource reads its options in the same order.
	({ call, path, property: { displayName } }) =>
		[call.type, call.parameters.operation, path, displayName].join(' '),
).map((field, index) => {
	const { required, type } = field.property;
	const isNeverBlank = required === true || NEVER_BLANK_TYPES.includes(type);
	const values = isNeverBlank ? EMPTY_EXPRESSIONS : EMPTY_IN_WORKFLOWS;

	return {
		field,
		title: field.title,
		value: values[index % values.length],
		modelValue: EMPTY_FROM_MODELS[index % EMPTY_FROM_MODELS.length],
	};
});

/** What operations share is read by the same function: one of them is called by a model, too. */
const AS_TOOL = firstOfEach(
	IN_WORKFLOWS,
	({ field }) => `${field.path} ${field.property.displayName}`,
).filter(
	({ field }) =>
		!field.property.displayOptions?.show?.['@tool'] &&
		// A tool has no input items that an undo could read.
		field.call.parameters.operation !== 'undoSync',
);

function stored({ type }: INodeProperties, value: unknown): unknown {
	return type === 'resourceLocator' ? byId(value) : value;
}

/** Values for what the editor would require with the other values of a choice. */
function requiredBy(call: Call): Record<string, unknown> {
	const required = parameterPathsOf(call).filter(({ property }) => property.required);

	return Object.fromEntries(
		required.map(({ property }) => [property.name, stored(property, 'none')]),
	);
}

describe('an option that limits an operation', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });

	beforeEach(() => addAllResources(sandbox()));

	/** Runs the operation with a value in the field, on the items of its call unless others are passed. */
	const resultOf = async (
		entryPoint: EntryPoint,
		{ call, property, parametersWith }: EditorField,
		value: unknown,
		items = call.items,
	) =>
		await resultThrough(entryPoint, sandbox(), {
			type: call.type,
			parameters: {
				...requiredBy({ parameters: call.parameters, type: call.type }),
				...call.parameters,
				...parametersWith(stored(property, value)),
			},
			items,
		});

	type Result = Awaited<ReturnType<typeof resultOf>>;

	const expectOnlyAnError = ({ error, requests }: Result, { property }: EditorField) => {
		// The error of a participant names the role.
		const [label] = property.displayName.split(': ');
		const sent = linesOfRequests({ requests });

		const text = error ? `${error.message}\n${error.description}` : 'no error';

		expect(text).toContain(`'${label}'`);
		expect({ sent }).toEqual({ sent: [] });
	};

	it.each(IN_WORKFLOWS)(
		'$title ends a workflow before anything is sent where it is empty',
		async ({ field, value }) => {
			const result = await resultOf(throughRunner, field, value);

			expectOnlyAnError(result, field);
		},
	);

	it.each(AS_TOOL)(
		'$title ends a tool before anything is sent where it is empty',
		async ({ field, modelValue }) => {
			const items = [{ value: modelValue }];

			const result = await resultOf(throughTool, field, FROM_MODEL, items);

			expectOnlyAnError(result, field);
		},
	);
});
