import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { assertExpressionResolved } from '../../nodes/Vitally/fields/fixedExpressions';
import { firstOfEach } from '../contract/firstOfEach.cts';
import { resourcesOf } from '../engine/declaredRequests.cts';
import { errorOf } from '../errors/thrownError.cts';

const EXPRESSION = '{{ $json.value }}';

/** A field with a fixed expression, and the values that make the editor show it. */
interface FixedField {
	label: string;
	values: Record<string, unknown>;
}

/** Returns a case for each field, those in collections and forms among them. */
function fixedFieldsIn(fields: INodeProperties[]): FixedField[] {
	return fields.flatMap((field) =>
		valuesOf(field).map(({ label, value }) => ({
			label,
			values: { ...shownWith(field), [field.name]: value },
		})),
	);
}

function valuesOf({ type, displayName, options = [] }: INodeProperties) {
	if (type === 'notice') return [];

	if (type === 'collection') {
		return fixedFieldsIn(options as INodeProperties[]).map(({ label, values }) => ({
			label,
			value: values,
		}));
	}

	if (type === 'fixedCollection') {
		return (options as INodePropertyCollection[]).flatMap((row) =>
			fixedFieldsIn(row.values).map(({ label, values }) => ({
				label,
				value: { [row.name]: [values] },
			})),
		);
	}

	return [{ label: displayName, value: EXPRESSION as unknown }];
}

function shownWith({ displayOptions }: INodeProperties): Record<string, unknown> {
	const conditions = Object.entries((displayOptions?.show ?? {}) as Record<string, unknown[]>);

	return Object.fromEntries(conditions.map(([name, [value]]) => [name, value]));
}

const CASES = Object.values(resourcesOf)
	.flat()
	.flatMap(({ label: resource, operations }) =>
		operations.flatMap(({ name: operation, fields }) =>
			fields.flatMap((field) =>
				fixedFieldsIn([field]).map(({ label, values }) => ({
					title: `${label} of ${resource}: ${operation}`,
					label,
					parameter: field.name,
					parameters: { fields, stored: values },
				})),
			),
		),
	);

describe('the error of an expression in a fixed field', () => {
	const distinct = firstOfEach(CASES, ({ label, parameters }) =>
		JSON.stringify([label, parameters.stored]),
	);

	it.each(distinct)('calls the field as the editor does: $title', (row) => {
		const { label, parameter, parameters } = row;

		expect(errorOf(() => assertExpressionResolved(parameters, parameter))).toEqual({
			class: 'VitallyError',
			message: `The expression in '${label}' is not evaluated, because the field is set to Fixed: ${EXPRESSION}`,
			description:
				"Choose 'Expression' above the field, and check the result that n8n shows below it.",
			facts: {},
		});
	});
});
