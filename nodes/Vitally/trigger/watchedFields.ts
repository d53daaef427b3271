import { VitallyError } from '../errors/vitallyError';
import { requestTraitDefinitions } from '../operations/body/traitDefinitions';
import { fieldsAmong } from '../operations/output/simplifyRecord';
import type { Client } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { sendContextOf } from '../transport/send';
import { isPlainObject } from '../values/json/json';
import { traitKeyOf, traitName } from '../values/traits/traitName';
import type { FeedList } from './feedList';
import { pageRequest, streamId, watchesSame } from './scan/config';
import { shownValue } from './scan/fields/watchedField';
import type { FeedConfig, FeedState } from './scan/types';
import { findEvent } from './triggerEvents';

export function watchedFields({ watch = [], conditions = [] }: FeedConfig): string[] {
	return [...new Set([...watch, ...conditions.map(({ field }) => field)])];
}

/**
 * Checks watched fields when they are new: each has to be a field of the resource or of its newest records, or
 * a trait that is defined. Of an empty list every field is accepted.
 *
 * @param stored the state of the last poll
 * @throws VitallyError for a field that no record has
 */
export async function checkWatchedFields(
	client: Client,
	config: FeedConfig,
	list: FeedList,
	stored: unknown,
): Promise<void> {
	const resource = findEvent(config.triggerOn)?.resource;
	const fields = fieldsAmong(resource?.simpleFields ?? []);
	const names = watchedFields(config).filter((name) => !fields.includes(name));
	const state = (isPlainObject(stored) ? stored : {}) as Partial<FeedState>;
	const isChecked = state.stream === streamId(config) && watchesSame(config, state);
	if (!resource || names.length === 0 || isChecked) return;

	const request = { path: list.path, query: { ...pageRequest(config) }, explain: list.explain };
	const context = sendContextOf(client);
	const { records } = await readPage(context, request, PAGE_SIZE);
	const missing = names.filter((name) =>
		records.every((record) => shownValue(record, name) === undefined),
	);
	if (records.length === 0 || missing.length === 0) return;

	const read = await requestTraitDefinitions(context, resource.name, config.parentId);
	const unknown = missing.find((name) =>
		read.definitions
			? !read.definitions.some(({ path }) => name === traitName(String(path)))
			: traitKeyOf(name) === undefined,
	);
	if (unknown === undefined) return;

	throw new VitallyError(
		`No ${resource.label.toLowerCase()} has a field or trait "${unknown}"`,
		'Choose the field from the list, or correct the expression. It returns a field such as healthScore, or a trait such as traits.plan.',
		{ failure: { cause: 'configuration-invalid' } },
	);
}
