/** For AI models too, which have no calendar. */
export const DATE_HINT = 'A date such as 2026-03-31; any time is ignored';

export const DATE_TIME_HINT =
	"A time such as 2026-03-31T14:30:00Z; without a time zone, the workflow's is used";
