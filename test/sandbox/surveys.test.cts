import { clientOfSuite } from './client.cts';

describe('surveys', () => {
	const [sandbox, call] = clientOfSuite();

	const response = () => [...sandbox().state.surveyResponses.all()][0];

	it('have responses, page by page under data', async () => {
		const path = `/resources/surveys/${response().surveyId}/responses`;
		const ids: unknown[] = [];
		let from = '';
		for (let page = 0; page < 3; page += 1) {
			const { body } = await call('GET', `${path}?limit=20${from}`);
			ids.push(...(body.data as { id: string }[]).map(({ id }) => id));
			from = `&from=${encodeURIComponent(String(body.next))}`;
			expect(body.next === null).toBe(page === 2);
		}
		expect(new Set(ids).size).toBe(45);
	});

	it('show one response, and one question', async () => {
		const { id, questionResponses } = response();
		expect((await call('GET', `/resources/surveyResponses/${id}`)).body.data).toEqual(response());
		const [{ questionId }] = questionResponses;
		const { data } = (await call('GET', `/resources/surveyQuestions/${questionId}`)).body;
		expect(data).toEqual({
			id: questionId,
			title: expect.any(String),
			body: '',
			type: 'number',
			isRequired: true,
		});
	});

	it.each([
		'/resources/surveys/unknown/responses',
		'/resources/surveyResponses/unknown',
		'/resources/surveyQuestions/unknown',
		'/resources/surveys',
	])('answer 404 to %s', async (path) => {
		expect((await call('GET', path)).status).toBe(404);
	});
});
