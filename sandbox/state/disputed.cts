/**
 * What sources disagree about (docs/beyond.md, 18): each is as Vitally's own pages have it, unless a
 * sandbox is told otherwise, and may be changed at any time.
 */
export interface Disputed {
	/** The list of admins, which is on no page; without it the path is unknown. */
	adminsAreListed: boolean;
	/** Whether the search of an admin answers one object, or a page. */
	adminSearch: 'record' | 'page';
	/** `none`: the service knows no deletion of tasks. */
	taskDeletion: 'archives' | 'none';
	/** What becomes of a task's tags when an update leaves them out. */
	taskTagsLeftOut: 'stay' | 'go';
	/** How `target` of the NPS list names the responses for organizations. */
	npsTarget: 'organization' | 'organizations';
	/** `later`: a deleted user stays readable, and only `updatedAt` moves. */
	userDeletion: 'atOnce' | 'later';
	/** `none`: an update is answered, and changes nothing. */
	meetingUpdate: 'applies' | 'none';
	/** `none`: `accounts` and `organizations` of a meeting that was made over REST stay empty. */
	meetingCustomers: 'fromParticipants' | 'none';
}

export const AS_PUBLISHED: Disputed = {
	adminsAreListed: true,
	adminSearch: 'record',
	taskDeletion: 'archives',
	taskTagsLeftOut: 'stay',
	npsTarget: 'organization',
	userDeletion: 'atOnce',
	meetingUpdate: 'applies',
	meetingCustomers: 'fromParticipants',
};
