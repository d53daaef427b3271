import { VitallyError } from '../errors/vitallyError';
import type { Client } from '../transport/client';
import { driveScan, type ScanResult } from './driveScan';
import type { TriggerParameters } from './editor/parameters';
import { eventOf, isWatchable } from './events';
import { openScan } from './scan/openScan';
import type { FeedConfig } from './scan/types';
import { cachedScopeId, readScopeId, sourceOf, type FeedSource } from './source';
import { findFields, storedFields, watchedNamesOf, type WatchedFields } from './watchedFields';

/** What one poll read. */
export interface FeedReading {
	result: ScanResult;
	config: FeedConfig;
	source: FeedSource;
	fields: WatchedFields;
	/** To be stored; null when the feed has not started. */
	state: object | null;
}

/**
 * Reads the feed of a poll. Where an external ID names its scope, the cached ID may be that of a record
 * which was deleted and re-created: a list that is missing or empty, and events of others in a list that
 * all share, are reason to look it up again, and to read again if it changed.
 *
 * @param stored the state of the last poll
 * @param budgetMs milliseconds that the poll may take
 * @throws VitallyError when the service answered with an error, or the settings name what does not exist
 */
export async function pollFeed(
	client: Client,
	{ config, externalScope: scope }: TriggerParameters,
	stored: unknown,
	budgetMs: number,
): Promise<FeedReading> {
	if (!scope) return await readScoped(client, config, stored, budgetMs);
	const readOf = async (id: string) =>
		await readScoped(client, { ...config, scope: { ...scope, id } }, stored, budgetMs);
	const cached = cachedScopeId(client, scope);
	const id = cached ?? (await readScopeId(client, scope));
	const first = readOf(id);
	const isGone = cached !== undefined && (await first.then(() => false, isNotFound));
	const reading = isGone ? undefined : await first;
	if (reading && !mayMissRecords(reading, cached !== undefined)) return reading;
	const idNow = await readScopeId(client, scope);
	return reading && idNow === id ? reading : await readOf(idNow);
}

function isNotFound(error: unknown): boolean {
	return error instanceof VitallyError && error.facts.status === 404;
}

function mayMissRecords({ source, result }: FeedReading, isCached: boolean): boolean {
	return source.isShared
		? result.events.some(({ record }) => !source.isInScope(record))
		: isCached && result.recordsRead === 0;
}

async function readScoped(
	client: Client,
	configured: FeedConfig,
	stored: unknown,
	budgetMs: number,
): Promise<FeedReading> {
	const source = sourceOf(configured);
	const { fields, isCertain } = await fieldsOf(client, configured, source, stored);
	const { conditions } = configured;
	const config = {
		...configured,
		watch: [...new Set(Object.values(fields))],
		conditions: conditions?.map((condition) => ({
			...condition,
			field: fields[condition.field] ?? condition.field,
		})),
	};
	const result = await driveScan(() => openScan(stored, config), config, source, client, budgetMs);
	const state = result.state && { ...result.state, ...(isCertain && { fields }) };
	return { result, config, source, fields, state };
}

async function fieldsOf(
	client: Client,
	config: FeedConfig,
	source: FeedSource,
	stored: unknown,
): Promise<{ fields: WatchedFields; isCertain: boolean }> {
	const event = eventOf(config.triggerOn);
	if (!event || !watchedNamesOf(config).length || !isWatchable(event)) {
		return { fields: {}, isCertain: false };
	}
	const fields = storedFields(stored, config);
	return fields ? { fields, isCertain: true } : await findFields(client, config, source, event);
}
