import { feedOf, type FeedConfig } from '../config';
import { canonicalJson, digest } from '../digest';
import { canonicalTimestamp, type RecordVersion, type ServiceRecord } from '../record';

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

/** Fields of the service that hold times: `createdAt`, `archivedAt`, `targetStartDate`. */
const TIME_FIELD = /(At|Date)$/;

/** Equal for equal contents; volatile fields and the form of a time do not count. */
function contentFingerprint(record: ServiceRecord): string {
	const fields = Object.entries(record)
		.filter(([key]) => !VOLATILE_FIELDS.includes(key))
		.map(([key, value]) => [
			key,
			TIME_FIELD.test(key) ? (canonicalTimestamp(value) ?? value) : value,
		]);
	return digest(canonicalJson(Object.fromEntries(fields)));
}
