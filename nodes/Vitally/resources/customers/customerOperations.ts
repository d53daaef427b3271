import { nameField } from '../../fields/properties';
import {
	nameToUpdate,
	requiredIdField,
	requiredTextField,
	type BodyField,
} from '../../operations/body/bodyField';
import type {
	ListDefinition,
	OperationDefinition,
} from '../../operations/definition/operationDefinition';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
import { nameToCreate, syncOperations } from '../../operations/syncOperations';
import { upsertByPath } from '../../operations/upsert';
import { externalIdField, type RecordType } from '../../records/recordType';
import { csmDetails } from './csm';
import { customerFilters } from './customerFilters';
import { sharedTraitNames } from './sharedTraitFields';

interface Customers {
	/** The fields beside external ID and name. */
	optional: BodyField[];
	/** The fields of an update beside the name; by default `optional`. */
	changed?: BodyField[];
	deletion: Parameters<typeof deleteOne>[1];
	list: Parameters<typeof getMany>[1] & { docsNote: string };
}

const READS_DEFINITIONS =
	"If you enter a key in the filter 'Trait', the node checks that it isn't a label: `GET /resources/customFields`.";

/** Returns the operations that accounts and organizations have in common. */
export function customerOperations(
	type: RecordType,
	{ optional, changed = optional, deletion, list }: Customers,
): Array<OperationDefinition | ListDefinition> {
	const body = {
		required: [requiredIdField(externalIdField(type)), requiredTextField(nameField)],
		optional,
		hasTraits: true,
	};

	return [
		create(type, {
			...body,
			description: `Create a new ${type.noun}`,
			docsNote: 'External ID and name are required.',
		}),
		upsertByPath(type, body),
		deleteOne(type, deletion),
		get(type),
		getMany(type, {
			...list,
			docsNote: `${list.docsNote} ${READS_DEFINITIONS}`,
			filters: customerFilters,
		}),
		// Some traits are returned as fields (docs/internal/service.md, Account).
		...syncOperations(type, {
			required: [nameToCreate],
			optional,
			hasTraits: 'mapped',
			requiredOnCreate: ['name'],
			hasDistinctNames: true,
			traitsAsFields: sharedTraitNames,
			details: csmDetails,
		}),
		update(type, {
			docsNote: 'Fields that you do not set stay unchanged.',
			optional: [nameToUpdate, ...changed],
			hasTraits: true,
		}),
	];
}
