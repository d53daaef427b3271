import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	sortByName,
	readFieldOptions,
	readNewestRecords,
	optionsMethod,
} from '../../methods/fieldOptions';
import { PAGE_SIZE } from '../../transport/pages';
import { segmentsOf } from '../../values/recordValues';
import { findEvent } from '../triggerEvents';

/** Set by the service. */
const NOT_WATCHED = ['id', 'createdAt', 'updatedAt'];

const resourceOf = (context: ILoadOptionsFunctions) =>
	findEvent(context.getCurrentNodeParameter('triggerOn'))?.resource;

/** The fields and traits of the records of the event, by label, for 'Fields to Watch' and conditions. */
export const getWatchableFields = optionsMethod(
	resourceOf,
	async (client, resource, customObjectId) => {
		// Lists and nested records are rarely useful to watch.
		const isPlain = (name: string, value: unknown) =>
			!NOT_WATCHED.includes(name) && (typeof value !== 'object' || value === null);

		return await readFieldOptions(client, resource, customObjectId, isPlain);
	},
);

/** All fields and traits of the records of the event, for 'Selected Fields'. */
export const getEventFields = optionsMethod(resourceOf, readFieldOptions);

/** The segments of the most recently changed records. */
export const getSegments = optionsMethod(resourceOf, async (client, resource, customObjectId) => {
	const records = await readNewestRecords(client, resource, customObjectId, PAGE_SIZE);
	const segments = new Map(records.flatMap((record) => segmentsOf(record) ?? []));
	const found = sortByName([...segments].map(([value, name]) => ({ name, value })));

	return [{ name: 'Any Segment', value: '' }, ...found];
});
