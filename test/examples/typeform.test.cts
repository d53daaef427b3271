import type { IDataObject } from 'n8n-workflow';

import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample, runExample } from './example.cts';
import { startedWith, withoutSending } from './replaced.cts';

describe('typeform-to-nps.json', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const users = () => [...sandbox().state.users.all()].flatMap(({ email }) => email ?? []);
	/** As Typeform sends it, with questions that are not asked for in between. */
	const submitted = (token: string, { email, score, comment }: IDataObject) => ({
		event_type: 'form_response',
		form_response: {
			token,
			submitted_at: '2026-11-02T09:15:00Z',
			hidden: token === 'hidden' ? { email } : undefined,
			answers: [
				{ type: 'text', text: 'Ines', field: { id: 'q1', type: 'short_text' } },
				{ type: 'number', number: 12, field: { id: 'q2', type: 'number' } },
				token !== 'hidden' && { type: 'email', email, field: { id: 'q3', type: 'email' } },
				score !== undefined && {
					type: 'number',
					number: score,
					field: { id: 'q4', type: 'nps' },
				},
				comment && { type: 'text', text: comment, field: { id: 'q5', type: 'long_text' } },
			].filter(Boolean),
		},
	});
	const run = async (...submissions: IDataObject[]) => {
		const workflow = startedWith(
			readExample('typeform-to-nps.json'),
			'Typeform Trigger',
			submissions,
		);
		return await runExample(sandbox(), withoutSending(workflow, 'Add to Sheet'));
	};
	const recorded = () =>
		[...sandbox().state.npsResponses.all()]
			.filter(({ externalId }) => externalId?.startsWith('typeform-'))
			.map(({ externalId, userId, score, feedback, respondedAt }) => [
				externalId,
				sandbox().state.users.get(userId)?.email,
				score,
				feedback,
				respondedAt,
			]);

	it('records each answer once', async () => {
		const before = sandbox().state.npsResponses.size;
		const [first, second, third] = users();
		const answers = [
			submitted('a', { email: first, score: 10, comment: 'Saves us a day.' }),
			submitted('b', { email: second, score: 0 }),
			submitted('hidden', { email: third, score: 8 }),
		];
		await run(...answers);
		const outcome = await run(...answers);
		expect(recorded()).toEqual([
			['typeform-a', first, 10, 'Saves us a day.', '2026-11-02T09:15:00.000Z'],
			['typeform-b', second, 0, null, '2026-11-02T09:15:00.000Z'],
			['typeform-hidden', third, 8, null, '2026-11-02T09:15:00.000Z'],
		]);
		expect(sandbox().state.npsResponses.size).toBe(before + 3);
		expect(outcome.items('Not in Vitally')).toEqual([]);
	});

	it('keeps the answers of strangers, and those without a score', async () => {
		const [email] = users();
		const stranger = { email: 'someone@unknown.example', score: 7, comment: 'Not a user yet.' };
		const outcome = await run(submitted('a', stranger), submitted('b', { email }));
		expect(recorded()).toEqual([]);
		expect(outcome.items('Add to Sheet')).toHaveLength(2);
		// A comment of a stranger that begins with = would be a formula.
		expect(outcome.items('Add to Sheet')[0].json.options).toEqual({ cellFormat: 'RAW' });
		const [first, second] = outcome.items('Not in Vitally').map(({ json }) => json);
		expect(first).toEqual({
			...stranger,
			answered_at: '2026-11-02T09:15:00Z',
			response: 'a',
			score: '7',
			reason: expect.stringContaining('no user with the email address') as string,
		});
		expect(second).toMatchObject({
			email,
			reason: expect.stringContaining("'Score' is empty") as string,
		});
	});
});
