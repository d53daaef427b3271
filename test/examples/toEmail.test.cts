import { archive } from '../../sandbox/state/archive.cts';
import { createUser } from '../../sandbox/state/users.cts';
import { liveSuite, setScore } from './live.cts';

/** The node that sends needs a package for SMTP: it is replaced, and what would reach it is compared. */
describe('examples that send email when something happens', () => {
	const { clock, sandbox, live, started } = liveSuite();

	describe('low-health-score-email.json', () => {
		const file = 'low-health-score-email.json';
		const sending = ['Email CSM'];

		it('sends one email to the CSM of each account whose score drops below 5', async () => {
			const set = (index: number, score: number) => setScore(sandbox(), clock, [index, score]);
			for (const [index, score] of [8, 2, 8].entries()) set(index, score);
			const outcome = await live(file, {
				happen: () => {
					for (const [index, score] of [3.5, 3, 5].entries()) set(index, score);
				},
				sending,
			});
			const [{ name }] = [...sandbox().state.accounts.all()].filter(
				({ traits }) => !traits.churnedAt,
			);
			const [{ json: item }] = outcome.items('Score Below 5');
			expect(item.csmEmail).toEqual(expect.stringContaining('@'));
			expect(outcome.items('Email CSM').map(({ json }) => json)).toEqual([
				expect.objectContaining({
					toEmail: item.csmEmail,
					subject: `Health score of ${name} dropped to 3.5`,
					text: expect.stringContaining(
						`Hello ${String(item.csmName)},\n\nthe health score of ${name} dropped from 8 to 3.5.`,
					) as string,
				}),
			]);
		});

		it('sends it to the team without a CSM, with a link', async () => {
			const url = 'https://acme.vitally.io/accounts/a-1';
			const item = { id: 'a-1', csmEmail: null, csmName: null, mrr: 0, url };
			const values = { previousValues: {}, currentValues: { healthScore: 4 } };
			const outcome = await started(file, [{ ...item, ...values }], sending);
			expect(outcome.items('Email CSM')[0].json).toMatchObject({
				toEmail: 'success@example.com',
				subject: 'Health score of a-1 dropped to 4',
				text: `Hello,\n\nthe health score of a-1 dropped from an unknown value to 4.\n\nCSM: none\nMRR: 0\nNext renewal: unknown\n\n${url}`,
			});
		});
	});

	describe('archived-notes-email.json', () => {
		const file = 'archived-notes-email.json';
		const sending = ['Email Digest'];

		it('sends one email with all notes', async () => {
			const { notes, accounts } = sandbox().state;
			const [first, second] = [...notes.all()].filter(
				({ accountId, archivedAt }) => accountId && !archivedAt,
			);
			notes.change(second, { subject: '' });
			const outcome = await live(file, {
				happen: () => {
					for (const note of [first, second]) archive(sandbox().state, notes, note);
				},
				sending,
			});
			const [{ json }, ...others] = outcome.items('Email Digest');
			expect(others).toEqual([]);
			expect(json).toMatchObject({
				toEmail: 'team@example.com',
				subject: '2 notes were archived in Vitally',
			});
			expect(String(json.text).split('\n').sort()).toEqual(
				[
					`2026-11-20: ${first.subject} (${accounts.get(first.accountId)?.name})`,
					`2026-11-20: Untitled note (${accounts.get(second.accountId)?.name})`,
				].sort(),
			);
		});

		it('counts one note as one', async () => {
			const note = { id: 'n-1', subject: 'Call', archivedAt: '2026-11-20T08:00:00.000Z' };
			const outcome = await started(file, [note], sending);
			expect(outcome.items('Email Digest')[0].json).toMatchObject({
				subject: '1 note was archived in Vitally',
				text: '2026-11-20: Call (no account)',
			});
		});
	});

	it('welcome-email.json', async () => {
		const account = [...sandbox().state.accounts.all()].find(({ traits }) => !traits.churnedAt);
		const accountIds = [String(account?.id)];
		const outcome = await live('welcome-email.json', {
			happen: () => {
				const email = 'ines@lantern.example';
				const unsubscribed = { email: 'uma@lantern.example', unsubscribedFromConversations: true };
				for (const user of [
					{ externalId: 'new-1', name: 'Ines Baker', email },
					{ externalId: 'new-2', name: 'Otto Lind' },
					{ externalId: 'new-3', name: 'Uma Roth', ...unsubscribed },
				]) {
					createUser(sandbox().state, { ...user, accountIds }, 'refuse');
				}
			},
			sending: ['Welcome'],
		});
		expect(outcome.items('New User')).toHaveLength(3);
		const [{ json: item }] = outcome.items('New User');
		expect(item.csmEmail).toEqual(expect.stringContaining('@'));
		expect(outcome.items('Welcome').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				toEmail: 'ines@lantern.example',
				subject: 'Welcome, Ines Baker',
				text: expect.stringContaining(`Your account at ${account?.name} is ready.`) as string,
				options: { appendAttribution: false, replyTo: item.csmEmail },
			}),
		]);
	});
});
