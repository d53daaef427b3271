/** A row of docs/service.md, Errors; and where it is provoked on the engine. */
export interface ErrorRow {
	status: number;
	condition: string;
	file: string;
	/** Names of its cases. */
	cases: string[];
}

const HERE = 'test/contract/errors.test.cts';
const MOVE = 'test/nodes/project/moveErrors.test.cts';
const LINK = 'test/nodes/project/linkTask.test.cts';
const UNLINK = 'test/nodes/project/unlinkTask.test.cts';

/** The error quotes the reason of the service, whatever it is. */
const ANY_REASON = '400 because of a task';

const row = (status: number, condition: string, file: string, ...cases: string[]): ErrorRow => ({
	status,
	condition,
	file,
	cases,
});

/** Every row of the document, in its order. */
export const ERROR_ROWS: ErrorRow[] = [
	row(
		400,
		'The body needs a review',
		HERE,
		'400: an account whose external ID is taken',
		'400: a conversation with a message that names nobody',
		'400: a note of a category that is not there',
		'400: a project of a template that is not there',
		'400: an instance that belongs to nobody',
	),
	row(400, 'Account messages are blocked', HERE, '400: account messages are blocked'),
	row(400, 'Move: two destinations', MOVE, ANY_REASON),
	row(400, 'Move: no destination', MOVE, ANY_REASON),
	row(400, 'Move: at the destination already', MOVE, ANY_REASON),
	row(400, 'Move: a task is linked elsewhere too', MOVE, '400 because of a task'),
	row(400, 'Move: a further check that the document does not show', MOVE, '400 without a reason'),
	row(
		400,
		'Link: task and project do not align',
		LINK,
		'400 because task and project belong to different customers',
	),
	row(
		401,
		'The key is missing or wrong',
		HERE,
		'401: a key that the REST API does not know',
		'401: a key that the Analytics API does not know',
	),
	row(
		404,
		'Move: no such project of this parent',
		MOVE,
		'404 because the project belongs to another record',
	),
	row(404, 'Move: no such destination', MOVE, '404 because the destination does not exist'),
	row(
		404,
		'Link: no such project, task or milestone',
		LINK,
		'404 because the project does not exist',
		'404 because the milestone does not exist',
	),
	row(404, 'Unlink: the task is not linked', UNLINK, '404 because the task is not linked'),
	row(429, 'Too many requests in the time frame', HERE, '429: a longer wait than is allowed'),
];
