import { dryRunOption } from '../../fields/dryRun';
import type { ItemParameters } from '../../fields/itemParameters';
import { optionsField } from '../../fields/options';
import type { OperationRow } from '../../operations/resource';
import type { Explanation } from '../../transport/client';
import { answeredRecordOf } from '../../transport/records';
import {
	addsLinked,
	linked,
	lockTaskLink,
	sourceQuery,
	taskLinkEndpoint,
	taskLinkFields,
	taskLinkPath,
	taskSourceOption,
} from './taskLink';

/** docs/service.md, Projects (Unlink): the task itself stays. */
export const unlinkTask: OperationRow = {
	name: 'Unlink Task',
	value: 'unlinkTask',
	action: 'Unlink task from project',
	description: 'Remove a task from a project without deleting the task',
	endpoints: [`DELETE ${taskLinkEndpoint}`],
	adds: { unlinked: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, taskSourceOption])],
	run: async (item) => {
		const path = taskLinkPath(item);
		return await lockTaskLink(item, async () => {
			const query = sourceQuery(item);
			const request = { method: 'DELETE' as const, path, query, explain: explainUnlink(item) };
			answeredRecordOf(await item.send(request), request);
			return [{ unlinked: true, ...linked(item) }];
		});
	},
};

function explainUnlink(item: ItemParameters): (status: number) => Explanation | undefined {
	const { projectId, taskId } = linked(item);
	return (status) =>
		status === 404
			? {
					message: `The task "${taskId}" is not linked to the project "${projectId}"`,
					description:
						"It may be unlinked already. Otherwise check 'Project' and 'Task'; for an external ID, also 'Source' under Options.",
				}
			: undefined;
}
