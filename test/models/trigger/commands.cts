import type { Command, CommandSequence } from './commandSequence.cts';
import type { ListService, Row } from './listService.cts';

/** Runs the command at the service; accounts and organizations churn, tasks are completed, all else is archived. */
export function execute(
	service: ListService,
	{ config, aheadBy }: Pick<CommandSequence, 'config' | 'aheadBy'>,
	command: Command,
): void {
	const { record, after, late } = command;
	const time = config.triggerOn === 'taskCompleted' ? 'completedAt' : 'churnedAt';
	const hasArchive = !/^(account|organization|task)/.test(config.triggerOn);
	const isNps = config.triggerOn.startsWith('nps');
	const elsewhere = [
		...(hasArchive ? ['churn', 'return'] : []),
		...(hasArchive && !isNps ? [] : ['archive', 'restore']),
	];
	const does = elsewhere.includes(command.does) ? 'edit' : command.does;

	service.now += after;
	const delay = Math.floor(late * config.lookbackMs);
	const id = service.ids[record % Math.max(1, service.ids.length)];
	const now = () => new Date(service.now).toISOString();
	const when = record % 2 ? now : () => new Date(service.now - 50_000).toISOString();
	const isDismissed = isNps && record % 4 === 0;
	const score = ({ score: before, respondedAt }: Row) => ({
		score: ((before ?? 0) + 1) % 3,
		respondedAt: respondedAt ?? now(),
	});
	const recolor = ({ color }: Row) => ({ color: color + 1 });

	if (does === 'create' || !id) service.create(delay, 0, isDismissed);
	else if (does === 'ahead' && record % 3 === 0) service.create(delay, aheadBy);
	else if (does === 'ahead') service.edit(id, recolor, delay, aheadBy);
	else if (does === 'burst') burst(service, record, delay, score);
	else if (does === 'compute') service.compute(id, record % 3);
	else if (does === 'tie') service.tie(id);
	else if (does === 'destroy') service.destroy(id);
	else if (does === 'edit') service.edit(id, recolor, delay);
	else if (does === 'score') service.edit(id, score, delay);
	else if (does === 'restore') service.edit(id, () => ({ archivedAt: null }), delay);
	else if (does === 'return') service.edit(id, () => ({ [time]: null }), delay);
	else {
		service.now++;
		const field = does === 'archive' ? 'archivedAt' : time;

		service.edit(id, ({ [field]: before }) => ({ [field]: before ?? when() }), delay);
	}
}

function burst(
	service: ListService,
	seed: number,
	delay: number,
	score: (row: Row) => Partial<Row>,
): void {
	for (let index = 0; index < 5 + (seed % 12); index++) {
		const id = service.ids[(seed + index) % service.ids.length];
		if (index % 2) service.create(delay);
		else service.edit(id, score, delay);
	}
}
