import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { byId, byKey } from '../fixtures/locators.cts';
import { TRANSCRIPT } from '../fixtures/meetings.cts';
import { TEXT } from '../fixtures/records.cts';
import type { Call } from './endpointTable.cts';
import { shownProperties } from './parameterPaths.cts';

const TRAITS = { plan: 'gold', seats: 3 };
const PERSON = { type: 'user', id: 'user-1' };

/** Values of fields whose type does not say enough; the records are those of `addAllResources`. */
const VALUES: Record<string, unknown> = {
	'npsResponse.score': 9,
	accountId: 'acc-1',
	accountIds: 'A1, acc-2',
	account: 'acc-1',
	assignedTo: 'admin-1',
	assignedToId: 'admin-1',
	authorId: 'admin-1',
	'note.categoryId': 'call',
	'projectTemplate.categoryId': 'cat-1',
	'task.categoryId': 'task-tier',
	completedById: 'admin-1',
	confirmPermanentDelete: true,
	csm: 'admin-1',
	customFieldId: 'stage-1',
	customObjectId: 'obj-1',
	destinationAccountId: 'acc-2',
	destinationOrganizationId: 'org-2',
	dryRun: false,
	fields: ['id'],
	fromId: 'user-1',
	id: 'user-1',
	healthBelow: 9,
	key: 'plan',
	matchEmail: 'office@customer.example',
	maxChangesPercent: 100,
	messagesJson: [{ externalId: 'm-9', message: 'Hello', from: PERSON, to: [PERSON], cc: [PERSON] }],
	milestone: 'Go-live',
	organizationId: 'org-1',
	organizationIds: 'O1, org-2',
	ownedByVitallyUserId: 'admin-1',
	projectCategoryId: 'cat-1',
	projectId: 'p-1',
	projectStatusId: 'status-1',
	propertiesJson: { seats: 3 },
	scoreAtMost: 10,
	traitsJson: TRAITS,
	traitsMapper: { mappingMode: 'defineBelow', value: TRAITS, schema: [], matchingColumns: [] },
	traitsToClear: 'tier, a.b',
	transcript: TRANSCRIPT,
	userId: 'user-1',
	value: '5',
	vitallyUserId: 'admin-1',
	'vitallyAnalytics.userId': 'U1',
};

/** Values of a drop-down or switch with which an operation writes nothing. */
const SENDS_NOTHING = [
	'confirmPermanentDelete: false',
	'options.dryRun: true',
	'dryRun: true',
	// No record has the Vitally ID of the row.
	'matchBy: id',
];

export const ALL_AT_ONCE = 'all at once';

/** One way to fill in an operation. */
export interface ParameterSet {
	/** The value of the drop-down or switch that differs from the first set. */
	title: string;
	parameters: Record<string, unknown>;
	/** Of all that is set; a dot leads into a collection or a form. */
	paths: string[];
	sendsNothing: boolean;
}

/** A drop-down or a switch, and one of its values. */
interface Choice {
	path: string;
	value: unknown;
}

/**
 * An operation with everything set that can be set at the same time, and the same again with each other value
 * of its drop-downs and switches, and whatever that shows.
 *
 * @param call sets what this file has no value for
 */
export function parameterSetsOf(call: Call): ParameterSet[] {
	const first = filled(call);
	const others = choicesOf(call).filter(({ path, value }) => first.values.get(path) !== value);
	return [undefined, ...others].map((choice) => {
		const { parameters, values } = choice ? filled(call, choice) : first;
		const title = choice ? `${choice.path}: ${String(choice.value)}` : ALL_AT_ONCE;
		const sendsNothing = SENDS_NOTHING.includes(title);
		return { title, parameters, paths: [...values.keys()], sendsNothing };
	});
}

/** Every path of an operation's fields, those in collections and forms too. */
export function pathsOf(call: Call): string[] {
	return fieldsIn(propertiesOf(call)).map(({ path }) => path);
}

function choicesOf(call: Call): Choice[] {
	return fieldsIn(propertiesOf(call)).flatMap(({ path, field: { type, options } }) => {
		if (type === 'boolean') return [true, false].map((value) => ({ path, value }));
		if (type !== 'options') return [];
		return (options as INodePropertyOptions[]).map(({ value }) => ({ path, value }));
	});
}

function fieldsIn(
	fields: INodeProperties[],
	prefix = '',
): Array<{ path: string; field: INodeProperties }> {
	return fields.flatMap((field) => {
		const path = prefix + field.name;
		const members = membersOf(field);
		return members ? fieldsIn(members, `${path}.`) : [{ path, field }];
	});
}

/** Sets every field that is shown. */
function filled(
	call: Call,
	{ path: chosenPath, value: chosen }: Partial<Choice> = {},
): { parameters: Record<string, unknown>; values: Map<string, unknown> } {
	const properties = propertiesOf(call);
	const values = new Map<string, unknown>();
	const top: Record<string, unknown> = { '@tool': false };
	for (const { name, default: initial } of properties) {
		top[name] = name === chosenPath ? chosen : (call.parameters[name] ?? initial);
	}

	const fill = (fields: INodeProperties[], given: Record<string, unknown>, prefix = '') => {
		const row = { ...given };
		for (const field of fields) {
			const path = prefix + field.name;
			if (!isShown(field, { ...top, ...row })) continue;
			const members = membersOf(field);
			if (!members) {
				const sample = row[field.name] ?? sampleOf(call, field, prefix === '');
				row[field.name] = path === chosenPath ? chosen : sample;
				values.set(path, row[field.name]);
				// The process remembers what it created: no two sets create the same record.
				if (path === 'additionalFields.externalId')
					row[field.name] = `${String(sample)} ${chosenPath} ${String(chosen)}`;
			} else if (field.type === 'collection') {
				row[field.name] = fill(members, (row[field.name] ?? {}) as object as never, `${path}.`);
			} else {
				const [{ name }] = field.options as Array<{ name: string }>;
				row[field.name] = { [name]: [fill(members, {}, `${path}.`)] };
			}
		}
		return row;
	};
	return { parameters: fill(properties, call.parameters), values };
}

/** A value that the field accepts. */
export function sampleOf(
	{ type: node = 'vitally', parameters }: Call,
	{ name, type, default: initial, options, typeOptions }: INodeProperties,
	isAtTop: boolean,
): unknown {
	const names = [`${node}.${name}`, `${String(parameters.resource)}.${name}`, name];
	const named = names.map((one) => VALUES[one]).find((value) => value !== undefined);
	if (type === 'resourceLocator') return name === 'key' ? byKey(named) : byId(named);
	if (type === 'json') return JSON.stringify(named);
	if (named !== undefined) return named;
	if (type === 'options' && !isAtTop) return (options as INodePropertyOptions[])[0].value;
	if (type === 'options' || type === 'boolean') return isAtTop ? initial : true;
	if (type === 'number') return Math.max(1, typeOptions?.minValue ?? 1);
	if (type === 'dateTime') return '2026-03-01T10:00:00.000Z';
	if (type === 'string') return TEXT;
	throw new Error(`Add a value for '${name}' to VALUES in test/contract/parameterSets.cts`);
}

const propertiesOf = (call: Call) => shownProperties(call).filter(({ type }) => type !== 'notice');

/** The fields of a collection or of the rows of a form. */
function membersOf({ type, options }: INodeProperties): INodeProperties[] | undefined {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return undefined;
	return (options as Array<{ values: INodeProperties[] }>).flatMap(({ values }) => values);
}

function isShown({ displayOptions }: INodeProperties, around: Record<string, unknown>): boolean {
	const show = Object.entries((displayOptions?.show ?? {}) as Record<string, unknown[]>);
	const hide = Object.entries((displayOptions?.hide ?? {}) as Record<string, unknown[]>);
	const isOneOf = ([name, values]: [string, unknown[]]) =>
		values.includes(around[name.replace('/', '')]);
	return show.every(isOneOf) && !hide.some(isOneOf);
}
