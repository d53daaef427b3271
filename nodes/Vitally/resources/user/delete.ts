import type { ItemParameters } from '../../fields/itemParameters';
import { DATE_HINT, dateProperty } from '../../fields/properties';
import type { OperationDefinition } from '../../operations/definition/types';
import { deletePermanently } from '../../operations/deletePermanently';
import { locateByPath } from '../../records/locate';
import { calendarDate } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { omitUndefined } from '../../values/plainObject';
import { userType } from '../recordTypes';
import { userSearch } from './search';

const deleteOnOption = dateProperty('Delete On', 'deleteOn', {
	description: `The day on which Vitally deletes the user; without it, now. ${DATE_HINT}.`,
});

function readDeleteOn(item: ItemParameters): string | undefined {
	const value = item.param('options.deleteOn');
	if (isEmpty(value)) return undefined;
	return calendarDate(value, deleteOnOption.displayName, item.timeZone);
}

const deleteNow = deletePermanently(userType, {
	description: 'Delete a user permanently, now or on a day',
	contents: 'all traits',
	locate: locateByPath(userType),
	reads: [userSearch],
	options: [deleteOnOption],
	query: (item) => omitUndefined({ deleteOn: readDeleteOn(item) }),
});

/** docs/internal/beyond.md, 3. A user who is deleted on a day is still there. */
export const deleteUser: OperationDefinition = {
	...deleteNow,
	adds: { ...deleteNow.adds, deleteOn: 'string' },
	run: async (item) => {
		const deleteOn = readDeleteOn(item);
		const deleted = await deleteNow.run(item);
		if (deleteOn === undefined) return deleted;
		return deleted.map(({ id, externalId }) => omitUndefined({ id, externalId, deleteOn }));
	},
};
