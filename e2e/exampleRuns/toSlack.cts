import assert from 'node:assert/strict';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { examples } from '../examples.cts';
import { emittedBy } from '../session.cts';
import { assertRecord, dayIn, only } from './assertions.cts';
import type { ExampleRun, Surroundings } from './exampleRun.cts';

/** Slack notifies a whole channel for this in a message. */
const MARKUP = '<!channel> Smith & Sons';
const ACCOUNT_URL = 'https://acme.vitally.io/accounts/a-1';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

interface Posting {
	trigger: string;
	channel: string;
	/** Returns items besides those that the trigger emits, of which it gets the first. */
	otherItems: (sample: IDataObject) => IDataObject[];
	/** Returns the message for an item; empty lines are left out. */
	linesOf: (item: IDataObject) => unknown[];
}

/** The examples that post to Slack what happens in Vitally. */
export const TO_SLACK: Record<string, ExampleRun> = {
	'task-completed-to-slack': async (surroundings) => {
		await assertPosted(surroundings, {
			trigger: 'Task Completed',
			channel: '#customer-tasks',
			otherItems: () => [
				{ id: 't-1', name: '' },
				{ id: 't-2', name: MARKUP },
			],
			linesOf: ({ id, name, accountName, organizationName, csmName }) => {
				const customer = escaped(accountName ?? organizationName ?? 'no account');

				return [`Done: *${escaped(name || id)}* (${customer}, CSM: ${csmName ?? 'none'})`];
			},
		});
	},

	'custom-object-created-to-slack': async (surroundings) => {
		await assertPosted(surroundings, {
			trigger: 'Deal Created',
			channel: '#deals',
			otherItems: () => [
				{ id: 'd-1', name: '', 'traits.vitally.custom.stage': '<!channel>' },
				{ id: 'd-2', name: MARKUP },
			],
			linesOf: ({ id, name, accountName, csmName, ...fields }) => [
				`New: *${escaped(name || id)}* (${escaped(accountName ?? 'no account')}, CSM: ${csmName ?? 'none'})`,
				...Object.entries(fields)
					.filter(([field]) => field.startsWith('traits.'))
					.map(([field, value]) => `${field.split('.').pop()}: ${escaped(value)}`),
			],
		});
	},

	'segment-entered-to-slack': async (surroundings) => {
		const { choose, sheets } = surroundings;

		sheets.add('Segments', []);
		await choose('Add to Log', { documentId: { __rl: true, mode: 'list', value: 'document-1' } });
		const accounts = await assertPosted(surroundings, {
			trigger: 'Entered Segment',
			channel: '#customer-segments',
			otherItems: (sample) => [
				{ ...sample, id: 'other', name: '=1+1' },
				{ ...sample, id: 'third', name: MARKUP, url: ACCOUNT_URL },
			],
			linesOf: ({ name, segmentsAdded, csmName, url }) => [
				`*${escaped(name)}* is now in ${String(segmentsAdded)} (CSM: ${csmName})`,
				url,
			],
		});
		const [titles, ...rows] = sheets.rows('Segments');

		assert.deepEqual(titles, ['Time', 'Account', 'Account ID', 'Segments', 'CSM']);
		assert.ok(rows.every(([time]) => Date.now() - Date.parse(String(time)) < 300_000));
		assert.deepEqual(
			rows.map((row) => row.slice(1)),
			accounts.map(({ name, id, segmentsAdded, csmName }) => [
				name,
				id,
				String(segmentsAdded),
				csmName,
			]),
		);
	},

	'health-score-drop-to-slack': async ({ from, slack, state }) => {
		const trigger = 'Health Score Dropped';
		const [sample] = emittedBy(await from(trigger), trigger);
		const before = state.notes.size;
		const drop = { ...sample, name: 'A <B> & C', currentValues: { healthScore: 3 } };
		const drops = [
			{ ...drop, url: ACCOUNT_URL, changes: 'Health Score: 8 → 3' },
			{ ...drop, id: UNKNOWN_ID, url: null, csmName: null, changes: 'Health Score: unknown → 3' },
		];

		// A second run logs no second note.
		await from(trigger, drops);
		slack.reset();
		await from(trigger, drops);
		const title = '*A &lt;B> & C*: Health Score:';

		assert.deepEqual(slack.posts, [
			['#customer-health', `${title} 8 → 3 (CSM: ${sample.csmName})\n${ACCOUNT_URL}`],
			[
				'#customer-health',
				`${title} unknown → 3 (CSM: none)\n\nNo note was saved. The execution in n8n has the reason.`,
			],
		]);

		const externalId = new RegExp(`^health-drop-${String(sample.id)}-20\\d\\d-\\d\\d-\\d\\d-3$`);
		const logged = [...state.notes.all()].find((note) => externalId.test(note.externalId ?? ''));

		assertRecord(logged, {
			accountId: String(sample.id),
			subject: 'Health score dropped',
			note: '<p>Health Score: 8 → 3</p>',
			tags: ['health'],
		});
		assert.equal(state.notes.size, before + 1, 'A drop, one note');
	},

	'health-below-average': async ({ from, choose, slack, state }) => {
		const example = examples().find(({ id }) => id === 'health-below-average');
		const keep = example?.nodes.find(({ name }) => name === 'Keep Scores');
		const onDay = (daysAgo: number) =>
			JSON.parse(
				JSON.stringify(keep?.parameters).replaceAll('$today', `$today.minus({ days: ${daysAgo} })`),
			) as INodeParameters;
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		const [falling] = active;

		const setScores = (scores: Array<number | null>) => {
			for (const [index, account] of active.entries()) {
				state.accounts.change(account, { healthScore: scores[index] ?? null });
			}
		};

		setScores([8, 3, null]);

		for (let daysAgo = 8; daysAgo > 0; daysAgo--) {
			await choose('Keep Scores', onDay(daysAgo));
			await from('Every Morning');
		}

		setScores([7, 2.1, 1]);
		await choose('Keep Scores', onDay(0));
		assert.deepEqual(slack.posts, []);

		// The same account is posted once.
		for (let run = 0; run < 2; run++) await from('Every Morning');
		assert.deepEqual(slack.posts, [
			[
				'#customer-health',
				`*${escaped(falling.name)}*: the health score is 7, and was 8.0 on average in the last 30 days`,
			],
		]);
	},

	'nps-detractor-to-slack': async ({ from, slack, state }) => {
		const trigger = 'NPS Response';
		const [{ id: organizationId }] = state.organizations.all();
		const [sample] = emittedBy(await from(trigger), trigger);

		slack.reset();
		const before = state.tasks.size;

		await from(trigger, [
			{ ...sample, id: 'a', score: 6, feedback: 'Slow & <b>costly</b>' },
			{ id: 'c', score: 0, organizationId, organizationName: 'O' },
			{ id: 'd', score: 3 },
		]);
		const { userName, accountId, accountName, csmName } = sample;
		const [ofAccount, ofOrganization, [, ofNone], ...others] = slack.posts;

		assert.deepEqual(ofAccount, [
			'#nps',
			`*${escaped(userName)}* of ${escaped(accountName)} answered 6: Slow & &lt;b>costly&lt;/b> (CSM: ${csmName})`,
		]);
		assert.equal(ofOrganization[1], '*A user* of O answered 0: no comment (CSM: none)');
		assert.match(ofNone, /^\*A user\* of no account answered 3: [^]*\nNo task was created\. /);
		assert.deepEqual(others, []);

		const task = state.tasks.byExternalId('nps-a');

		assertRecord(task, {
			name: `Call ${userName} about a score of 6`,
			accountId: String(accountId),
			description: '<p>Slow &amp; &lt;b&gt;costly&lt;/b&gt;</p>',
		});
		assert.match(String(task?.dueDate), /^20\d\d-\d\d-\d\d/);
		assertRecord(state.tasks.byExternalId('nps-c'), { organizationId });
		assert.equal(state.tasks.size, before + 2);
	},

	'survey-answers-to-slack': async ({ from, choose, slack, state }) => {
		const [{ surveyId }] = state.surveyResponses.all();

		await choose('Survey Answered', { surveyId });
		const emitted = emittedBy(await from('Survey Answered'), 'Survey Answered');

		assert.equal(slack.posts.length, emitted.length);

		const [{ id, title, userName }] = emitted;
		const { questionResponses = [] } = state.surveyResponses.get(String(id)) ?? {};
		const lines = questionResponses.map(({ questionId, data }) => {
			const question = state.surveyQuestions.get(questionId)?.title;

			return `${question} ${[data.value].flat().join(', ')}`;
		});

		assert.deepEqual(slack.posts[0], [
			'#surveys',
			[`*${escaped(userName)}: ${escaped(title)}*`, ...lines].join('\n'),
		]);
	},

	'new-customer-onboarding': async ({ from, slack, state }) => {
		const trigger = 'Account Created';
		const before = state.projects.size;
		const accounts = emittedBy(await from(trigger), trigger);

		assert.deepEqual(
			[...state.projects.all()].slice(before).map(({ accountId, name }) => [accountId, name]),
			accounts.map(({ id, name }) => [id, `Welcome, ${name}`]),
		);
		assert.deepEqual(
			slack.posts,
			accounts.map(({ name, mrr, csmName, url }) => [
				'#new-customers',
				`New customer: *${escaped(name)}* (MRR: ${mrr}, CSM: ${csmName})\n${url ?? ''}`,
			]),
		);

		slack.reset();
		await from(trigger, [{ id: UNKNOWN_ID, name: 'Gone', mrr: 0, csmName: 'Ines' }]);
		const [, text] = only(slack.posts, 'messages in Slack');

		assert.match(text, /^New customer: \*Gone\* [^]*\nNo onboarding project was created\. /);
	},

	'weekly-renewals-digest': async ({ from, slack, state }) => {
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);

		/** Sets renewals in so many days; no other account has a renewal. */
		const setRenewals = (...days: number[]) => {
			for (const [index, account] of active.entries()) {
				const nextRenewalDate = index < days.length ? dayIn(days[index]) : null;

				state.accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });
			}
		};

		setRenewals(60, 0, -1, 61, 30);
		const renewals = emittedBy(await from('Every Monday'), 'Read Renewals');
		const [channel, text] = only(slack.posts, 'messages in Slack');

		assert.equal(channel, '#renewals');

		const lines = renewals.map(({ nextRenewalDate, name, mrr, csmName }) => {
			const day = String(nextRenewalDate).slice(0, 10);

			return `${day}: ${name} (MRR: ${mrr}, CSM: ${csmName})`;
		});

		assert.deepEqual(text.split('\n'), ['*Renewals in the next 60 days: 3*', ...lines.sort()]);
		assert.deepEqual(
			renewals.map(({ id }) => id).sort(),
			[active[0], active[1], active[4]].map(({ id }) => id).sort(),
		);

		setRenewals(-1, 61);
		await from('Every Monday');
		assert.equal(slack.posts.length, 1, 'A message without renewals');
	},
};

/**
 * Runs an example that posts a message for each item of its trigger: with the items that the trigger
 * emits, then with others.
 *
 * @returns all items
 */
async function assertPosted(
	{ from, slack }: Surroundings,
	{ trigger, channel, otherItems, linesOf }: Posting,
): Promise<IDataObject[]> {
	const emitted = emittedBy(await from(trigger), trigger);
	const others = otherItems(emitted[0]);

	await from(trigger, others);
	const items = [...emitted, ...others];

	// A record without a link leaves an empty line.
	const posts = slack.posts.map(([postedIn, text]) => [postedIn, text.trim()]);

	assert.deepEqual(
		posts,
		items.map((item) => [channel, linesOf(item).filter(Boolean).join('\n')]),
	);

	return items;
}

/** Returns a name as the examples write it: Slack would read its markup. */
function escaped(name: unknown): string {
	return String(name).replaceAll('<', '&lt;');
}
