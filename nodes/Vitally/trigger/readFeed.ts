import { VitallyError } from '../errors/vitallyError';
import type { Client } from '../transport/client';
import { eventOf, isWatchable } from './events';
import type { FeedConfig } from './feed/config';
import { openScan } from './feed/openScan';
import type { PollResult } from './feed/scan';
import type { TriggerParameters } from './parameters';
import { runScan } from './runScan';
import { lookUpScopeId, recallScopeId } from './scopeIds';
import { sourceOf, type FeedSource } from './source';
import { findFields, storedFields, watchedNamesOf, type WatchedFields } from './watchedFields';

/** What one poll read. */
export interface FeedReading {
	result: PollResult & { recordsRead: number };
	config: FeedConfig;
	source: FeedSource;
	fields: WatchedFields;
	/** To be stored; null when the feed has not started. */
	state: object | null;
}

/**
 * Reads the feed of a poll. Where an external ID names its scope, the ID that is remembered may be that
 * of a record which was deleted and made anew: a list that is not there or empty, and events of others
 * in a list that all share, are reason to look again, and to read again if so.
 *
 * @param stored the state of the last poll
 * @param budgetMs milliseconds that the poll may take
 * @throws VitallyError when the service answered with one, or the settings name what is not there
 */
export async function readFeed(
	client: Client,
	{ config, externalScope: scope }: TriggerParameters,
	stored: unknown,
	budgetMs: number,
): Promise<FeedReading> {
	if (!scope) return await readScoped(client, config, stored, budgetMs);
	const readOf = async (id: string) =>
		await readScoped(client, { ...config, scope: { ...scope, id } }, stored, budgetMs);
	const recalled = recallScopeId(client, scope);
	const id = recalled ?? (await lookUpScopeId(client, scope));
	const first = readOf(id);
	const isGone = recalled !== undefined && (await first.then(() => false, isNotFound));
	const reading = isGone ? undefined : await first;
	if (reading && !mayMissRecords(reading, recalled !== undefined)) return reading;
	const idNow = await lookUpScopeId(client, scope);
	return reading && idNow === id ? reading : await readOf(idNow);
}

function isNotFound(error: unknown): boolean {
	return error instanceof VitallyError && error.facts.status === 404;
}

function mayMissRecords({ source, result }: FeedReading, isRecalled: boolean): boolean {
	return source.isShared
		? result.events.some(({ record }) => !source.isInScope(record))
		: isRecalled && result.recordsRead === 0;
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
	const result = await runScan(openScan(stored, config), source, client, budgetMs);
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
