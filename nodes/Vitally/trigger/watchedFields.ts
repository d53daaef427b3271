import type { IDataObject } from 'n8n-workflow';

import { fetchTraitDefinitions } from '../editor/traitDefinitions';
import type { Client, ServiceRequest } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { isRecord } from '../transport/records';
import { send } from '../transport/send';
import type { NamedTarget } from '../values/nameMatchers';
import { pageRequest, streamId } from './scan/config';
import type { FeedConfig } from './scan/types';
import type { FeedSource } from './source';
import type { TriggerEvent } from './triggerEvents';
import { matchField, unknownFieldError, watchedTrait } from './watchedNames';

/** What the user wrote under 'Fields to Watch', and the field that each of the names means. */
export type WatchedFields = Record<string, string>;

/** What the user wrote, under 'Fields to Watch' or in conditions. */
export function watchedNamesOf({ watch, conditions }: FeedConfig): string[] {
	return [...new Set([...(watch ?? []), ...(conditions ?? []).map(({ field }) => field)])];
}

/** The fields that an earlier poll found, if the names and the list are still those. */
export function storedFields(stored: unknown, config: FeedConfig): WatchedFields | undefined {
	const { stream, fields } = (isRecord(stored) ? stored : {}) as IDataObject;
	if (stream !== streamId(config) || !isRecord(fields)) return undefined;
	const names = watchedNamesOf(config);
	const isSame =
		Object.keys(fields).length === names.length &&
		names.every((name) => Object.hasOwn(fields, name) && typeof fields[name] === 'string');
	return isSame ? (fields as WatchedFields) : undefined;
}

/**
 * Finds what the names mean, from the newest records and, for those that no such record has, from the
 * definitions of traits: one request, or two.
 *
 * @returns the fields, and whether each was found; of an empty list none can be
 * @throws VitallyError for a name that no record has
 */
export async function findFields(
	client: Client,
	config: FeedConfig,
	source: FeedSource,
	{ resource }: TriggerEvent,
): Promise<{ fields: WatchedFields; isCertain: boolean }> {
	const names = watchedNamesOf(config);
	const { limit, ...query } = pageRequest(config, PAGE_SIZE);
	const sendOne = async (request: ServiceRequest) =>
		await send(client, { ...request, explain: source.explain });
	const { records, next } = await readPage(sendOne, { path: source.path, query }, limit);
	const ofRecords = [...(resource.simpleFields ?? []).map((id) => ({ id })), ...fieldsOf(records)];
	const found = new Map(names.map((name) => [name, matchField(name, ofRecords)]));
	if ([...found.values()].every((path) => path !== undefined)) {
		return { fields: Object.fromEntries(found) as WatchedFields, isCertain: true };
	}
	const defined = await fetchTraitDefinitions(client, resource, config.customObjectId);
	const traits = (defined ?? []).map(({ path, label }) =>
		watchedTrait(String(path), label as string | undefined),
	);
	const known = [...ofRecords, ...traits];
	// Without definitions, a trait that is written as such may be that of a record further down.
	const mayBeElsewhere = (name: string) => !defined && next !== undefined && name.includes('.');
	const isEmpty = records.length === 0;
	const fields = names.map((name) => {
		const path = found.get(name) ?? matchField(name, known);
		if (path === undefined && !isEmpty && !mayBeElsewhere(name)) {
			throw unknownFieldError(name, known, resource.label.toLowerCase());
		}
		return [name, path ?? name];
	});
	return { fields: Object.fromEntries(fields) as WatchedFields, isCertain: !isEmpty };
}

function fieldsOf(records: IDataObject[]): NamedTarget[] {
	const fields = new Set(records.flatMap((record) => Object.keys(record)));
	const traits = new Set(
		records.flatMap(({ traits: values }) => (isRecord(values) ? Object.keys(values) : [])),
	);
	return [...[...fields].map((id) => ({ id })), ...[...traits].map((key) => watchedTrait(key))];
}
