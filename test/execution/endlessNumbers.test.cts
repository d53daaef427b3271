import type { IDataObject } from 'n8n-workflow';

import { ExecutionItem } from '../../nodes/Vitally/execution/itemContext';
import { ResolvedParameters } from '../../nodes/Vitally/execution/parameters/parameters';
import { fieldLabelOfPath } from '../../nodes/Vitally/fields/fieldLabelOfPath';
import { textProperty } from '../../nodes/Vitally/fields/properties';
import type { Client } from '../../nodes/Vitally/transport/client';
import { rejectionOf } from '../errors/thrownError.cts';
import { clientOf } from '../transport/virtualClock.cts';

const FIELDS = [textProperty('Health Score', 'healthScore')];

/** JSON writes these numbers as null, which would clear what they are sent for. */
describe('a request with a number that JSON cannot express', () => {
	/** Sends a body, and returns the error and how many requests left. */
	const send = async (body: IDataObject, labelOf: Client['labelOf']) => {
		let requests = 0;

		const request = async () => {
			requests++;

			return { statusCode: 200, headers: {}, body: {} };
		};

		const item = new ExecutionItem({
			parameters: new ResolvedParameters(() => undefined, {}, 'UTC'),
			client: clientOf(request, { labelOf }),
			requestOptions: {},
			cache: new Map(),
			isTable: false,
			isTool: false,
			itemKey: () => [],
			assertWholeTable: () => {},
		});
		const sent = item.send({ method: 'PUT', path: '/resources/x', body, target: 'noRecord' });

		return { error: await rejectionOf(sent), requests };
	};

	const labelOf = (path: string[]) => fieldLabelOfPath(FIELDS, path);

	it.each([
		{ name: 'NaN in a field', body: { healthScore: NaN }, place: "'Health Score'" },
		{ name: 'Infinity in a field', body: { healthScore: Infinity }, place: "'Health Score'" },
		{
			name: '-Infinity in a trait',
			body: { traits: { plan: 'gold', seats: -Infinity } },
			place: "the trait 'seats'",
		},
		{
			name: 'NaN within a trait',
			body: { traits: { usage: { days: [1, NaN] } } },
			place: "the trait 'usage.days.1'",
		},
		{ name: 'NaN in a row', body: { rows: [{ size: 1 }, { size: NaN }] }, place: 'rows.1.size' },
	])('ends in an error that names the place, and is not sent: $name', async ({ body, place }) => {
		expect(await send(body, labelOf)).toEqual({
			requests: 0,
			error: {
				class: 'VitallyError',
				message: `The number in ${place} cannot be sent`,
				description:
					'Check what the expression returns: the number is too large, or a value of the calculation is missing.',
				facts: {},
			},
		});
	});
});
