import type { Command, CommandSequence } from './commandSequence.cts';
import type { ListService, Row } from './listService.cts';

const recolor = ({ color }: Row) => ({ color: color + 1 });

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
	const does = meaningOf(command, { hasArchive, isNps });

	service.now += after;
	const delay = Math.floor(late * config.lookbackMs);
	const id = service.ids[record % Math.max(1, service.ids.length)];

	if (does === 'create' || !id) {
		service.create(delay, { isDismissed: isNps && record % 4 === 0 });

		return;
	}

	const now = () => new Date(service.now).toISOString();
	const when = record % 2 ? now : () => new Date(service.now - 50_000).toISOString();
	const rescore = ({ score, respondedAt }: Row) => ({
		score: ((score ?? 0) + 1) % 3,
		respondedAt: respondedAt ?? now(),
	});

	switch (does) {
		case 'ahead':
			if (record % 3 === 0) service.create(delay, { aheadBy });
			else service.edit(id, recolor, delay, aheadBy);

			break;
		case 'burst':
			burst(service, record, delay, rescore);
			break;
		case 'compute':
			service.compute(id, record % 3);
			break;
		case 'tie':
			service.tie(id);
			break;
		case 'destroy':
			service.destroy(id);
			break;
		case 'edit':
			service.edit(id, recolor, delay);
			break;
		case 'score':
			service.edit(id, rescore, delay);
			break;
		case 'restore':
			service.edit(id, () => ({ archivedAt: null }), delay);
			break;
		case 'return':
			service.edit(id, () => ({ [time]: null }), delay);
			break;

		default: {
			const field = does === 'archive' ? 'archivedAt' : time;

			service.now++;
			service.edit(id, ({ [field]: before }) => ({ [field]: before ?? when() }), delay);
		}
	}
}

/** What a command does to records of an event: an edit, where they cannot churn or be archived. */
function meaningOf(
	{ does }: Command,
	{ hasArchive, isNps }: { hasArchive: boolean; isNps: boolean },
): Command['does'] {
	const isChurn = does === 'churn' || does === 'return';
	const isArchive = does === 'archive' || does === 'restore';
	const isElsewhere = (isChurn && hasArchive) || (isArchive && (!hasArchive || isNps));

	return isElsewhere ? 'edit' : does;
}

function burst(
	service: ListService,
	seed: number,
	delay: number,
	rescore: (row: Row) => Partial<Row>,
): void {
	for (let index = 0; index < 5 + (seed % 12); index++) {
		const id = service.ids[(seed + index) % service.ids.length];
		if (index % 2) service.create(delay);
		else service.edit(id, rescore, delay);
	}
}
