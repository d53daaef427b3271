import type { INodeProperties } from 'n8n-workflow';

import { resourcesOf } from '../engine/declaredRequests.cts';
import { moreThan } from '../fixtures/bounds.cts';

/** Whether a field has n8n's button 'Let the model define this parameter'; a drop-down has none. */
const isFilled = ({ type }: INodeProperties) =>
	!['collection', 'fixedCollection', 'notice', 'options'].includes(type);

/** The fields of an operation, those in collections among them. */
function fieldsIn(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) =>
		field.type === 'collection' ? fieldsIn(field.options as INodeProperties[]) : [field],
	);
}

/** The fields in rows of forms. */
function rowsIn(fields: INodeProperties[]): INodeProperties[] {
	return fieldsIn(fields).flatMap(({ type, options }) =>
		type === 'fixedCollection'
			? (options as Array<{ values: INodeProperties[] }>).flatMap(({ values }) => [
					...values,
					...rowsIn(values),
				])
			: [],
	);
}

const OPERATIONS = Object.values(resourcesOf)
	.flat()
	.flatMap(({ label, operations }) =>
		operations.map(({ name, fields }) => ({ title: `${label}: ${name}`, fields })),
	);

describe('the fields that a model may fill', () => {
	// n8n names what a model fills by the label, so that two fields of one label get one value.
	it.each(OPERATIONS)('have different labels in $title', ({ fields }) => {
		// Fields that depend on the same choice are visible one at a time.
		const labels = fieldsIn(fields)
			.filter((field) => isFilled(field) && !field.displayOptions)
			.map(({ displayName }) => displayName);

		const usedTwice = labels.filter((label, index) => labels.indexOf(label) !== index);

		expect({ usedTwice }).toEqual({ usedTwice: [] });
	});

	it('describe how to write a date, which the editor shows as a calendar', () => {
		const dates = OPERATIONS.flatMap(({ title, fields }) =>
			[...fieldsIn(fields), ...rowsIn(fields)]
				.filter(({ type }) => type === 'dateTime')
				.map(({ displayName, description }) => [title, displayName, description]),
		);

		expect({ dateFields: dates.length }).toEqual({ dateFields: moreThan(50) });

		for (const [title, displayName, description] of dates) {
			expect([title, displayName, description]).toEqual([
				title,
				displayName,
				expect.stringMatching(/such as 2026-03-31/),
			]);
		}
	});
});
