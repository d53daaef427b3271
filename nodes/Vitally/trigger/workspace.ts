import { recordListOf } from '../records/recordList';
import { RECORD_TYPES } from '../resources/recordTypes';
import { isHostOfWorkspace } from '../transport/address';
import type { Client } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { sendContextOf } from '../transport/send';
import type { FeedList } from './feedList';
import { pageRequest } from './scan/config';
import type { FeedConfig, FeedState, WorkspaceTrace } from './scan/types';
import { findEvent } from './triggerEvents';

/** Digits of a hash of the key: enough to notice another key, and too few to find one. */
const FINGERPRINT_DIGITS = 8;

/** The number of records that are remembered: more than one, because a record may be deleted. */
const MAX_RECORDS = 3;

/**
 * Whether a state is of another workspace than the key. A key may be replaced by a new one of the same workspace, so
 * a state of another key is one of the same workspace if the key finds a record that the state knows.
 *
 * @param stored the state of the last poll
 * @throws VitallyError when a record can be neither read nor found missing
 */
export async function isOtherWorkspace(
	client: Client,
	config: FeedConfig,
	list: FeedList,
	{ workspace: trace }: FeedState,
): Promise<boolean> {
	if (!trace || !needsTrace(client, config) || trace.key === fingerprintOf(client)) return false;

	const { records } = trace;
	const type = RECORD_TYPES.find(({ name }) => name === findEvent(config.triggerOn)?.resource.name);
	if (!type || records.length === 0) return true;

	const context = sendContextOf(client);
	const { readById } = recordListOf(type);

	for (const id of records) {
		if (await readById(context, id)) return false;
	}

	// Whether a read returns archived records is not documented; their list does.
	const query = { ...pageRequest(config) };
	const request = { path: list.path, query, explain: list.explain };
	const page = await readPage(context, request, PAGE_SIZE);

	return !page.records.some(({ id }) => records.includes(String(id)));
}

interface TracedPoll {
	client: Client;
	config: FeedConfig;
	/** What was stored with the state that the poll continued. */
	earlier: WorkspaceTrace | undefined;
	/** The IDs on the first page that the poll read. */
	listed: readonly string[];
}

/**
 * What to store with the state of this poll.
 *
 * @returns undefined where the host or the path of the list shows the workspace
 */
export function workspaceTrace({
	client,
	config,
	earlier,
	listed,
}: TracedPoll): WorkspaceTrace | undefined {
	if (!needsTrace(client, config)) return undefined;

	const known = earlier?.records ?? [];
	// Records that are still there stay, so that an idle poll changes nothing.
	const records = listed.length > 0 ? known.filter((id) => listed.includes(id)) : known;

	return {
		key: fingerprintOf(client),
		records: [...new Set([...records, ...listed])].slice(0, MAX_RECORDS),
	};
}

/**
 * Whether workspaces may share the host. In the US each has its own. A list
 * below a custom object or survey has its ID in the path, which no other workspace knows.
 */
function needsTrace({ baseUrl }: Client, { feed }: FeedConfig): boolean {
	return !isHostOfWorkspace(baseUrl) && feed.parent === undefined;
}

function fingerprintOf({ rateLimitKey }: Client): string {
	return rateLimitKey.slice(0, FINGERPRINT_DIGITS);
}
