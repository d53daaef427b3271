import { feedOf, type FeedConfig } from '../config';
import { canonicalJson, digest } from '../digest';
import type { RecordVersion, ServiceRecord } from '../record';

/** Change by themselves every day (docs/service.md, Project). */
const VOLATILE_FIELDS = ['durationInDays'];

/** A record of a page with its fingerprint as version, or null when it has no id. */
export function fingerprinted(result: unknown, config: FeedConfig): RecordVersion | null {
	if (typeof result !== 'object' || result === null) return null;
	const record = result as ServiceRecord;
	if (record.id === undefined || record.id === null) return null;
	// The id alone identifies a creation: later edits neither move the record nor matter.
	const isCreation = feedOf(config).happening === 'created';
	return { record, id: String(record.id), version: isCreation ? '' : contentFingerprint(record) };
}

/** Equal for equal contents; volatile fields do not count. */
function contentFingerprint(record: ServiceRecord): string {
	const fields = Object.entries(record).filter(([key]) => !VOLATILE_FIELDS.includes(key));
	return digest(canonicalJson(Object.fromEntries(fields)));
}
