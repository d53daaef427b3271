import { isMissingError, VitallyError } from '../../nodes/Vitally/errors/vitallyError';

describe('an error that says that Vitally does not have a record', () => {
	it.each([
		{
			error: 'one with the status 404',
			cause: new VitallyError('No', '', { status: 404 }),
			isMissing: true,
		},
		...[400, 401, 403, 409, 422, 429, 500, 503].map((status) => ({
			error: `one with the status ${status}`,
			cause: new VitallyError('No', '', { status }),
			isMissing: false,
		})),
		{ error: 'one without a status', cause: new VitallyError('No', ''), isMissing: false },
		{ error: 'one of another class', cause: new TypeError('No'), isMissing: false },
	])('has the status 404: $error', ({ cause, isMissing }) => {
		expect({ isMissing: isMissingError(cause) }).toEqual({ isMissing });
	});
});
