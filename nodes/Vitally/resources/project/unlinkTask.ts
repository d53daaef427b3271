import type { IExecuteSingleFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { Explanation } from '../../transport/client';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { linked, sourceQuery, taskLinkPath } from './taskLink';

/** docs/service.md, Projects (Unlink): the task itself stays. */
const unlinkTaskFromProject = write({
	turn: taskLinkPath,
	request: (item) => ({
		method: 'DELETE',
		path: taskLinkPath(item),
		query: sourceQuery(item),
		explain: explainUnlink(item),
	}),
	result: (_response, _request, item) => ({ unlinked: true, ...linked(item) }),
});

function explainUnlink(item: IExecuteSingleFunctions): (status: number) => Explanation | undefined {
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

export const unlinkTask: INodePropertyOptions = {
	name: 'Unlink Task',
	value: 'unlinkTask',
	action: 'Unlink a task from a project',
	description: 'Take a task out of a project; the task itself stays',
	routing: route(unlinkTaskFromProject),
};
