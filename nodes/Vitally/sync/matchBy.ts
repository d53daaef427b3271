import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { textProperty } from '../fields/properties';
import { readEnum } from '../fields/readers';
import { requiredText } from '../fields/text';
import { ambiguousError, type RecordSource, type Sender } from '../records/recordSource';
import { type RecordType, isVitallyId } from '../records/recordType';
import { parseEmail, readByEmail } from '../records/search';
import { pathSegment } from '../transport/pathSegment';

const MATCH_BY = ['externalId', 'id', 'email'] as const;

/** The field of a record by which rows name it. */
export type MatchBy = (typeof MATCH_BY)[number];

const COLUMNS: Record<MatchBy, INodeProperties> = {
	externalId: textProperty('External ID Column', 'externalId', {
		...column('externalId', 'your ID'),
		placeholder: 'e.g. {{ $json.customer_id }}',
	}),
	id: textProperty('Vitally ID Column', 'vitallyId', {
		...column('id', 'the Vitally ID'),
		placeholder: 'e.g. {{ $json.vitally_id }}',
	}),
	email: textProperty('Email Column', 'matchEmail', {
		...column('email', 'the email address'),
		placeholder: 'e.g. {{ $json.email }}',
	}),
};

function column(matchBy: MatchBy, content: string): Partial<INodeProperties> {
	const hint = `Drag the column with ${content} here`;
	return { required: true, hint, displayOptions: { show: { matchBy: [matchBy] } } };
}

/** The fields for the column by which rows name their records. */
export function matchFields({ hasEmail }: RecordType): INodeProperties[] {
	const options = [
		...(hasEmail ? [{ name: 'Email Address', value: 'email' }] : []),
		{ name: 'External ID', value: 'externalId' },
		{ name: 'Vitally ID', value: 'id' },
	];
	return [
		{
			displayName: 'Match By',
			name: 'matchBy',
			type: 'options',
			noDataExpression: true,
			options,
			default: 'externalId',
			description: 'How rows name their records. Only by External ID, missing records are created.',
		},
		...options.map(({ value }) => COLUMNS[value as MatchBy]),
	];
}

/** @throws VitallyError for an unknown value */
export function readMatchBy(
	item: Pick<ItemParameters, 'param'>,
	{ hasEmail }: RecordType,
): MatchBy {
	const known = MATCH_BY.filter((one) => one !== 'email' || hasEmail);
	return readEnum(item, { parameter: 'matchBy', label: 'Match By' }, known, 'externalId');
}

/**
 * The ID or email address by which a row names its record.
 *
 * @returns as `keyOf` of the record
 * @throws VitallyError for what is empty, or no such ID or address
 */
export function readMatch(item: ItemParameters, matchBy: MatchBy): string {
	const { name, displayName } = COLUMNS[matchBy];
	const text = requiredText(item, name, displayName);
	if (matchBy === 'email') return parseEmail(text, displayName).toLowerCase();
	const id = matchBy === 'id' ? text.trim() : text;
	pathSegment(id, displayName);
	return matchBy === 'id' && isVitallyId(id) ? id.toLowerCase() : id;
}

/**
 * The records of a list as they are found by another field than the external ID. A Vitally ID is unique, an
 * email address may not be.
 *
 * @param readById reads one record by its Vitally ID
 */
export function sourceBy(
	matchBy: MatchBy,
	type: RecordType,
	source: RecordSource,
	readById = readByPath,
): RecordSource {
	if (matchBy === 'externalId') return source;
	if (matchBy === 'id') {
		return {
			...source,
			key: 'id',
			allowsDuplicates: false,
			read: async (sender, id) => await readById(sender, source, id),
		};
	}
	const byEmail: RecordSource = {
		...source,
		key: 'email',
		allowsDuplicates: true,
		read: async (sender, email) => {
			const [one, ...others] = await readByEmail(sender, type, email);
			if (others.length > 0) throw ambiguousError(byEmail, email, others.length + 1);
			return one;
		},
	};
	return byEmail;
}

/** The path of most records accepts either ID. */
async function readByPath(
	sender: Sender,
	source: RecordSource,
	id: string,
): Promise<IDataObject | undefined> {
	const record = await source.read?.(sender, id);
	return record?.id === id ? record : undefined;
}
