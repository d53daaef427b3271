import type { INodeProperties } from 'n8n-workflow';

import type { RecordType } from '../records/recordType';
import { PendingValue, resolveId, resolveValue } from '../records/resolveId';
import { parseTextList } from '../values/parseTextList';
import type { BodyField } from './body/bodyField';

/**
 * A list of Vitally IDs or external IDs, of which the service accepts only Vitally IDs.
 */
export function resolvedIdsField(type: RecordType, property: INodeProperties): BodyField {
	const label = property.displayName;
	return {
		property,
		empty: 'none',
		read: (item, parameter) => {
			const entered = new Set(parseTextList(item.param(parameter), label));
			const ids = [...entered].map((one) =>
				resolveId(item, type, { mode: 'column', value: one }, label),
			);
			if (ids.length === 0) return undefined;
			return new PendingValue(async (context) => [
				...new Set(await Promise.all(ids.map(async (id) => await resolveValue(context, id)))),
			]);
		},
	};
}
