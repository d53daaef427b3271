import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../run/operation';
import { pathSegment } from '../transport/pathSegment';
import { recordOf } from '../transport/records';
import { textList } from '../values/textList';
import type { BodyField } from './body/bodyField';
import { linked } from './links';
import { explainNotFound, notFound } from './locate';
import { idOnce, LookUp } from './lookUp';
import type { RecordType } from './recordType';

/**
 * A list of records by either ID, which the service takes by its own only. Each one is looked up, once per
 * distinct value and run: an external ID may have the form of the service's. An empty list is no value.
 */
export function lookedUpIdsField(type: RecordType, property: INodeProperties): BodyField {
	return {
		property,
		empty: 'none',
		read: (item, parameter) => {
			const label = property.displayName;
			const given = textList(item.param(parameter), label);
			const ids = [...new Set(given.map((one) => String(linked(one, type, label, item.appUrl))))];
			const paths = ids.map((id) => `${type.path}/${pathSegment(id, label)}`);
			if (paths.length === 0) return undefined;
			return new LookUp(
				async (context) =>
					await Promise.all(
						paths.map(async (path, index) => {
							const named = ids[index];
							const labeled = { ...type, label };
							return await idOnce(context, type, named, path, {
								readOne: async () => await readId(context, labeled, path, named),
								missing: () => missingError(labeled, named),
							});
						}),
					),
			);
		},
	};
}

function missingError(type: RecordType, named: string): VitallyError {
	const { message, description, field } = notFound(type, named);
	return new VitallyError(message, description, { status: 404, field });
}

async function readId(
	item: ItemContext,
	type: RecordType,
	path: string,
	named: string,
): Promise<string> {
	const request = {
		method: 'GET' as const,
		path,
		explain: explainNotFound(type, named),
	};
	const { id } = recordOf(await item.send(request), request);
	if (typeof id === 'string' && id !== '') return id;
	throw new VitallyError(
		`Vitally shows the ${type.noun} "${named}" without an ID`,
		`Check the value of '${type.label}'.`,
		{ field: type.label },
	);
}
