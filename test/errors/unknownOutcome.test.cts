import {
	MAY_HAVE_BEEN_SAVED,
	unknownOutcomeError,
} from '../../nodes/Vitally/errors/unknownOutcome';
import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import { seenError } from './thrownError.cts';

describe('the error of a change that may have been saved', () => {
	it('says so in front of the advice that its cause gives', () => {
		const error = unknownOutcomeError(new VitallyError('No answer came', 'Try again later.'));

		expect(seenError(error)).toEqual({
			class: 'VitallyError',
			message: 'No answer came',
			description: `${MAY_HAVE_BEEN_SAVED} Try again later.`,
			facts: { isOutcomeUnknown: true },
		});
	});

	it.each([
		{ fact: 'the status', facts: { status: 502 } },
		{ fact: "Vitally's own text", facts: { serviceMessage: 'No' } },
		{ fact: 'the field', facts: { field: 'Account' } },
		{ fact: "n8n's cause of the failure", facts: { failure: { cause: 'credential-invalid' } } },
		{ fact: 'the row of a table', facts: { details: { row: 1 } } },
	] as const)('keeps $fact of its cause', ({ facts }) => {
		const error = unknownOutcomeError(new VitallyError('No answer came', '', facts));

		expect(error.facts).toEqual({ ...facts, isOutcomeUnknown: true });
	});

	it('keeps its cause, which n8n logs', () => {
		const cause = new VitallyError('No answer came', 'Try again later.');

		expect({ cause: unknownOutcomeError(cause).cause }).toEqual({ cause });
	});

	it('has no other advice where its cause is no error of this package', () => {
		expect(seenError(unknownOutcomeError(new TypeError('No list')))).toEqual({
			class: 'VitallyError',
			message: 'No list',
			description: MAY_HAVE_BEEN_SAVED,
			facts: { isOutcomeUnknown: true },
		});
	});

	it('says so once, through however many steps it is thrown', () => {
		const error = unknownOutcomeError(new VitallyError('No answer came', 'Try again later.'));

		expect(unknownOutcomeError(error).description).toBe(error.description);
	});
});
