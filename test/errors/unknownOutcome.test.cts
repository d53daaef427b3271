import {
	MAY_HAVE_BEEN_SAVED,
	unknownOutcomeError,
} from '../../nodes/Vitally/errors/unknownOutcome';
import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';

describe('the error of a change that may have been saved', () => {
	it('says so in front of the advice that its cause gives', () => {
		const error = unknownOutcomeError(new VitallyError('No answer came', 'Try again later.'));

		expect(error.description).toBe(`${MAY_HAVE_BEEN_SAVED} Try again later.`);
	});

	it('says so once, through however many steps it is thrown', () => {
		const error = unknownOutcomeError(new VitallyError('No answer came', 'Try again later.'));

		expect(unknownOutcomeError(error).description).toBe(error.description);
	});
});
