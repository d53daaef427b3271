import { canonicalTimestamp, versionKey } from '../record';
import type { Detector, ServiceRecord } from '../types';
import { canonicalJson, digest } from './fieldDetector';

/** Created events and updated events without watched fields: every version counts. */
export function versionDetector(isCreation: boolean): Detector<never> {
	return {
		detect(_, version) {
			const key = isCreation ? version.id : versionKey(version);
			return { remembered: undefined, event: { key, record: version.record } };
		},
	};
}

/** Change by themselves every day (docs/service.md, Project). */
const VOLATILE_FIELDS = ['durationInDays'];

/** Fields of the service that contain times: `createdAt`, `archivedAt`, `targetStartDate`. */
const TIME_FIELD = /(At|Date)$/;

/** The same where the records have no timestamps: the contents show what is a new version. */
export function fingerprintDetector(isCreation: boolean): Detector<string> {
	return {
		detect(before, { id, record }) {
			const remembered = isCreation ? '' : fingerprint(record);
			const event = { key: isCreation ? id : `${id}|${remembered}`, record };
			return { remembered, event: before === remembered ? undefined : event };
		},
	};
}

/** Equal for equal contents; volatile fields and the form of a time do not count. */
function fingerprint(record: ServiceRecord): string {
	const fields = Object.entries(record)
		.filter(([key]) => !VOLATILE_FIELDS.includes(key))
		.map(([key, value]) => [
			key,
			TIME_FIELD.test(key) ? (canonicalTimestamp(value) ?? value) : value,
		]);
	return digest(canonicalJson(Object.fromEntries(fields)));
}
