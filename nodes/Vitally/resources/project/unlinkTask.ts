import { dryRunOption } from '../../run/dryRun';
import { optionsField } from '../../fields/options';
import type { OperationDefinition } from '../../operations/definition/types';
import type { Explanation } from '../../transport/client';
import { answeredRecordOf } from '../../transport/records';
import {
	addsLinked,
	lockTaskLink,
	sourceQuery,
	taskLinkEndpoint,
	taskLinkFields,
	taskSourceOption,
} from './taskLink';

/** docs/service.md, Projects (Unlink): the task itself stays. */
export const unlinkTask: OperationDefinition = {
	name: 'Unlink Task',
	value: 'unlinkTask',
	action: 'Unlink task from project',
	description: 'Remove a task from a project without deleting the task',
	endpoints: [`DELETE ${taskLinkEndpoint}`],
	adds: { unlinked: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, taskSourceOption])],
	run: async (item) => {
		return await lockTaskLink(item, async ({ path, ids }) => {
			const query = sourceQuery(item);
			const request = { method: 'DELETE' as const, path, query, explain: explainUnlink(ids) };
			answeredRecordOf(await item.send(request), request);
			return [{ unlinked: true, ...ids }];
		});
	},
};

function explainUnlink({
	projectId,
	taskId,
}: Record<keyof typeof addsLinked, string>): (status: number) => Explanation | undefined {
	return (status) =>
		status === 404
			? {
					message: `The task "${taskId}" is not linked to the project "${projectId}"`,
					description:
						"It may be unlinked already. Otherwise check 'Project' and 'Task'; for an external ID, also 'Source' under Options.",
				}
			: undefined;
}
