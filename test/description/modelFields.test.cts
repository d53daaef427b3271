import type { INodeProperties } from 'n8n-workflow';

import type { OperationDefinition } from '../../nodes/Vitally/operations/definition/types';
import { resourcesOf } from '../engine/declared.cts';

/** Those with n8n's button 'Let the model define this parameter'; a drop-down has none. */
const isFilled = ({ type }: INodeProperties) =>
	!['collection', 'fixedCollection', 'notice', 'options'].includes(type);

/** The fields of an operation, those in collections among them. */
function fieldsIn(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) =>
		field.type === 'collection' ? fieldsIn(field.options as INodeProperties[]) : [field],
	);
}

/** The fields in rows of forms. */
function rowsIn(fields: INodeProperties[]): INodeProperties[] {
	return fieldsIn(fields).flatMap(({ type, options }) =>
		type === 'fixedCollection'
			? (options as Array<{ values: INodeProperties[] }>).flatMap(({ values }) => [
					...values,
					...rowsIn(values),
				])
			: [],
	);
}

const OPERATIONS = Object.values(resourcesOf)
	.flat()
	.flatMap(({ label, operations }) =>
		operations.map(({ name, fields }) => [`${label}: ${name}`, fields] as const),
	);

describe('the fields that a model may fill', () => {
	// n8n names what a model fills by the label, so that two fields of one label get one value.
	it.each(OPERATIONS)('have different labels in %s', (_title, fields) => {
		// Fields that depend on the same choice are visible one at a time.
		const labels = fieldsIn(fields)
			.filter((field) => isFilled(field) && !field.displayOptions)
			.map(({ displayName }) => displayName);
		expect(labels.sort()).toEqual([...new Set(labels)].sort());
	});

	it('describe how to write a date, which the editor shows as a calendar', () => {
		const dates = OPERATIONS.flatMap(([title, fields]) =>
			[...fieldsIn(fields), ...rowsIn(fields)]
				.filter(({ type }) => type === 'dateTime')
				.map(({ displayName, description }) => [title, displayName, description]),
		);
		expect(dates.length).toBeGreaterThan(50);
		for (const [title, displayName, description] of dates) {
			expect([title, displayName, description]).toEqual([
				title,
				displayName,
				expect.stringMatching(/such as 2026-03-31/),
			]);
		}
	});
});

/** What n8n lists to a model of a tool whose fields its button fills: the name, the labels and their types. */
function toolSchema(
	resource: string,
	operation: string,
	added: string[] = [],
	chosen: Record<string, string> = {},
) {
	const { action, fields } = resourcesOf.vitally
		.find(({ name }) => name === resource)
		?.operations.find(({ value }) => value === operation) as OperationDefinition;
	const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
	const values: Record<string, unknown> = { ...defaults, ...chosen };
	const isVisible = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, shownBy]) =>
			shownBy?.includes(values[name] as never),
		);
	const shown = fieldsIn(fields)
		.filter((field) => isFilled(field) && field.type !== 'boolean')
		.filter((field) => added.includes(field.name) || (fields.includes(field) && isVisible(field)));
	const keyOf = (text: string) => text.replace(/\W/g, '_');
	const types: Record<string, string> = { number: 'number', json: 'object' };
	const properties = Object.fromEntries(
		shown.map(({ displayName, type }) => [keyOf(displayName), { type: types[type] ?? 'string' }]),
	);
	const description = `${action} in Vitally`;
	const required = Object.keys(properties);
	return {
		name: keyOf(description),
		description,
		inputSchema: { type: 'object', properties, required, additionalProperties: false },
	};
}

/** The most used tools, with the optional fields that are usually added. */
const TOOLS = [
	toolSchema('account', 'get'),
	toolSchema('account', 'getBrief'),
	toolSchema('account', 'getAll', ['nameContains']),
	toolSchema('account', 'update', ['nextRenewalDate']),
	toolSchema('organization', 'getBrief'),
	toolSchema('user', 'search', [], { searchBy: 'email' }),
	toolSchema('note', 'create', ['subject']),
	toolSchema('note', 'getAll'),
	toolSchema('task', 'create', ['assignedToId', 'description', 'dueDate']),
	toolSchema('task', 'complete'),
];

it('the ten most used tools have labels that a model understands, in few bytes', () => {
	const lines = TOOLS.map((tool) => {
		const labels = tool.inputSchema.required.join(', ');
		return `${tool.name}(${labels}): ${Buffer.byteLength(JSON.stringify(tool))} bytes`;
	});
	expect(lines).toEqual([
		'Get_account_in_Vitally(Account): 199 bytes',
		'Get_account_brief_in_Vitally(Account): 211 bytes',
		'Get_many_accounts_in_Vitally(Limit, Name_Contains): 257 bytes',
		'Update_account_in_Vitally(Account, Next_Renewal_Date): 263 bytes',
		'Get_organization_brief_in_Vitally(Organization): 231 bytes',
		'Search_users_in_Vitally(Email): 197 bytes',
		'Create_note_in_Vitally(Account, Subject, Note_Text, Note_Date): 321 bytes',
		'Get_many_notes_in_Vitally(Limit): 201 bytes',
		'Create_task_in_Vitally(Account, Name, Assigned_To, Description, Due_Date): 363 bytes',
		'Complete_task_in_Vitally(Task): 197 bytes',
	]);
});
