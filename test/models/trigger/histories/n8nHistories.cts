import { someOf } from '../../histories.cts';
import type { NamedHistory } from './namedHistory.cts';
import {
	activateTwiceAtOnce,
	compute,
	create,
	edit,
	editValues,
	poll,
	pollTwiceAtOnce,
	pollWithLostExecution,
	publish,
	rename,
	repeat,
	rest,
	restart,
	rotateKey,
} from './steps.cts';
import {
	ACCOUNT_CREATED,
	ACCOUNT_UPDATED,
	ENTERED_SEGMENT,
	HEALTH_DROPPED,
} from './watchedEvents.cts';

const happen = [edit(5), create(2), compute(3, 'below'), editValues(2, 'below')];

const recover = [compute(20, 'above'), rest()];

const n8nEvents = [ACCOUNT_CREATED, ACCOUNT_UPDATED, HEALTH_DROPPED, ENTERED_SEGMENT];

const SCHEDULERS = ['default', 'durable'] as const;

const ofN8n = n8nEvents.flatMap((event) =>
	SCHEDULERS.flatMap((scheduler): NamedHistory[] => {
		const settings = { event, scheduler, records: 30, pageSize: 10 };
		const title = (what: string) => `${event.name}, ${scheduler} scheduler: ${what}`;

		return [
			{
				...settings,
				name: title('restarts, before and after polls'),
				steps: repeat(
					3,
					...happen,
					restart(),
					...happen,
					poll(),
					restart(),
					poll(),
					...recover,
					restart(),
				).concat(rest()),
			},
			{
				...settings,
				name: title('published again, with and without a poll before'),
				steps: [
					...repeat(3, ...happen, publish(), ...happen, poll(), publish(), poll(), ...recover),
				],
			},
			{
				...settings,
				name: title('renamed, and then restarted'),
				steps: [
					...happen,
					rename('Accounts'),
					...happen,
					poll(),
					rename('Customers'),
					restart(),
					rest(),
				],
			},
			{
				...settings,
				name: title('a rotated key, with and without a poll before'),
				steps: [
					...repeat(2, ...happen, rotateKey(), poll(), ...happen, poll(), rotateKey(), ...recover),
				],
			},
			{
				...settings,
				name: title('activated twice at once'),
				steps: [
					...repeat(3, ...happen, activateTwiceAtOnce(), poll(), ...happen, poll(), ...recover),
				],
			},
			{
				...settings,
				name: title('two polls at once'),
				steps: [...repeat(3, ...happen, pollTwiceAtOnce(), poll(), ...happen, poll(), ...recover)],
			},
		];
	}),
);

const lostExecutions = n8nEvents.map(
	(event): NamedHistory => ({
		name: `${event.name}: executions that n8n cannot store`,
		event,
		scheduler: 'durable',
		records: 30,
		pageSize: 10,
		steps: repeat(3, ...happen, pollWithLostExecution(), ...happen, poll(), poll(), ...recover),
	}),
);

export const N8N_HISTORIES: NamedHistory[] = [...someOf(3, ofN8n), ...someOf(1, lostExecutions)];
