import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample } from './example.cts';
import { startedWith, withoutSending } from './replaced.cts';

/**
 * A clock starts it and the node that sends needs a package for SMTP: both are replaced, and what would be
 * sent is compared.
 */
describe('tasks-due-email.json', () => {
	const sandbox = sandboxOfSuite();

	const emails = async () => {
		const started = startedWith(readExample('tasks-due-email.json'), 'Every Workday Morning', [{}]);
		const workflow = withoutSending(started, 'Email Tasks');
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		expect(sandbox().contractRefusals()).toEqual([]);
		return outcome.items('Email Tasks').map(({ json }) => json);
	};
	const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	/** Open tasks, due in so many days; no other task is due. */
	const due = (...tasks: Array<[days: number, name: string, assignedToId: string | null]>) => {
		const { tasks: table } = sandbox().state;
		const open = [...table.all()].filter(
			({ archivedAt, completedAt }) => archivedAt === null && completedAt === null,
		);
		for (const [index, task] of open.entries()) {
			const [days, name, assignedToId] = tasks[index] ?? [30, task.name, task.assignedToId];
			table.change(task, { dueDate: day(days), name, assignedToId });
		}
	};

	it('sends every open task that is due once, to its teammate, out of one list', async () => {
		const { state } = sandbox();
		const all = [...state.tasks.all()].filter(
			({ archivedAt, completedAt, dueDate }) =>
				archivedAt === null && completedAt === null && dueDate !== null && dueDate < day(1),
		);
		const sent = await emails();
		expect(sent).toHaveLength(new Set(all.map(({ assignedToId }) => assignedToId)).size);
		const lines = sent.flatMap(({ text }) => String(text).split('\n').slice(2));
		expect(lines.sort()).toEqual(
			all.map(({ dueDate, name }) => `${dueDate?.slice(0, 10)}: ${name}`).sort(),
		);
		const lists = sandbox().requests.filter(({ path }) => path === '/resources/tasks');
		const live = [...state.tasks.all()].filter(({ archivedAt }) => archivedAt === null);
		expect(lists).toHaveLength(Math.ceil(live.length / 100));
	});

	it('sends tasks that no one can get to the team', async () => {
		const [admin] = sandbox().state.admins.all();
		due(
			[0, 'Call', admin.id],
			[-9, 'Call', admin.id],
			[1, 'Tomorrow', admin.id],
			[-1, 'Open', null],
			[0, 'Left over', '00000000-0000-4000-8000-000000000000'],
		);
		const sent = await emails();
		const shown = sent.map(({ toEmail, subject, text }) => [toEmail, subject, text]);
		const title = 'Due today or overdue in Vitally:';
		expect(shown).toHaveLength(3);
		expect(shown).toEqual(
			expect.arrayContaining([
				[
					admin.email,
					`${admin.name}: 2 tasks due`,
					`${title}\n\n${day(-9)}: Call\n${day(0)}: Call`,
				],
				['success@example.com', 'Unassigned: 1 task due', `${title}\n\n${day(-1)}: Open`],
				['success@example.com', 'Unknown teammate: 1 task due', `${title}\n\n${day(0)}: Left over`],
			]),
		);
	});

	it('sends nothing when nothing is due', async () => {
		due();
		expect(await emails()).toEqual([]);
	});
});
