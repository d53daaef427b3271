/** What polls write into n8n's log, whole: the trigger puts its name before each. */

export const NO_START =
	'No record of the list has a readable timestamp that is not ahead of the clock. The next poll looks again.';

export const UNREADABLE_STATE = 'The stored state is not readable: starting from now.';

export const OTHER_LIST =
	"The event, its list or Vitally's address differs from the last poll: starting from now.";

export const OTHER_WORKSPACE =
	'The API key has changed since the last poll, and finds none of the records that the trigger knows. It is taken for the key of another workspace: starting from now.';

export const NOT_WHOLE =
	'The time of the poll ended before it had read the whole list: changes in the rest are seen by the next poll that reads it.';

export const FULL_LIST_IN_PARTS =
	"'Compare' reads all records in parts of 50000, one in each poll: a round takes as many polls as there are parts.";

/** @param reason why a page could not be read */
export const fullListFailed = (reason: string) =>
	`Not all records could be read; the next poll reads on. ${reason}`;

/** @param records the values of how many records the state has */
export const noRoomFor = (records: number) =>
	`The values of ${records} records are all that can be stored. Events of other records have previousUnknown, or are left out where earlier values decide.`;

export const withoutTime = (records: number, field: string) =>
	`${records} records of the list have no readable ${field} and were left out.`;

/** A notice as n8n's log shows it. */
export const inLog = (notice: string) => `Vitally Trigger: ${notice}`;
