import type { IDataObject } from 'n8n-workflow';

import type { Explanation, ServiceResponse } from '../../transport/client';
import type { ItemContext } from '../../run/operation';
import { isRecord } from '../../transport/records';
import { errorText } from '../../transport/errors/errorBody';
import { projectType } from '../recordTypes';
import { notFound } from '../../records/locate';
import type { RecordType } from '../../records/recordType';

interface Parent {
	type: RecordType;
	/** The service's id. */
	id: string;
}

export interface Move {
	projectId: string;
	from: Parent;
	to: Parent;
}

/**
 * Why the service did not move a project. The service's texts are not documented, so the project itself is read first:
 * what it belongs to tells most causes apart. The text decides only about the rest.
 *
 * @param response a 400 or 404
 * @param path of the project
 * Source: docs/service.md, Errors
 */
export async function explainMove(
	response: ServiceResponse,
	move: Move,
	path: string,
	item: ItemContext,
): Promise<Explanation> {
	const project = await readProject(path, item);
	if (project === 'missing') return notFound(projectType, move.projectId);
	if (project) {
		if (!project.accountId && !project.organizationId) return teamProject(move);
		if (belongsTo(project, move.to)) return alreadyThere(move);
		if (!belongsTo(project, move.from)) return elsewhere(move, project);
	}
	if (response.status === 404) return project ? noDestination(move) : projectOrDestination(move);
	return refusedValues(errorText(response.body) ?? '', move);
}

/**
 * What can be learned after the service said no; nothing that goes wrong here may hide that. A record that
 * does not say what it belongs to teaches nothing.
 */
async function readProject(
	path: string,
	item: ItemContext,
): Promise<IDataObject | 'missing' | undefined> {
	try {
		const { status, body } = await item.send({ method: 'GET', path, handledStatuses: [404] });
		if (status === 404) return 'missing';
		if (!isRecord(body)) return undefined;
		const { accountId, organizationId } = body;
		const isTeam = accountId === null && organizationId === null;
		return isTeam || accountId || organizationId ? body : undefined;
	} catch {
		return undefined;
	}
}

/** An account's project carries the account's organization too. */
function belongsTo(project: IDataObject, { type, id }: Parent): boolean {
	if (type.name === 'account') return project.accountId === id;
	return !project.accountId && project.organizationId === id;
}

function teamProject({ projectId }: Move): Explanation {
	return {
		message: `The project "${projectId}" belongs to the team itself and cannot be moved`,
		description:
			"Vitally moves only projects of an account or an organization. Use 'Create' with the template of this project to start one at the destination.",
	};
}

export function alreadyThere({ projectId, to }: Move): Explanation {
	return {
		message: `The project "${projectId}" already belongs to the ${to.type.noun} "${to.id}"`,
		description: `Choose another record for 'Destination ${to.type.label}', or leave this item out: nothing has to be moved.`,
	};
}

function elsewhere({ projectId, from }: Move, project: IDataObject): Explanation {
	const { accountId, organizationId } = project;
	const [kind, id] = accountId ? ['account', accountId] : ['organization', organizationId];
	return {
		message: `The project "${projectId}" does not belong to the ${from.type.noun} "${from.id}"`,
		description: `It belongs to the ${kind} "${String(id)}" now: choose that under 'Move From'.`,
	};
}

function noDestination({ to }: Move): Explanation {
	return {
		message: `The destination ${to.type.noun} "${to.id}" was not found`,
		description: `Check the value of 'Destination ${to.type.label}': it may be deleted, or belong to another workspace than the credential.`,
	};
}

function projectOrDestination({ projectId, from, to }: Move): Explanation {
	return {
		message: `The project "${projectId}" or its destination was not found`,
		description: `Check 'Project', that 'Current ${from.type.label}' is what it belongs to now, and that the record in 'Destination ${to.type.label}' exists.`,
	};
}

/** The causes of a 400 that only the service can know. */
function refusedValues(said: string, { projectId, to }: Move): Explanation {
	const message = `Vitally did not move the project "${projectId}"`;
	if (/\btasks?\b/i.test(said)) {
		return {
			message: `${message}, because of a task that is linked to another project too`,
			description: `A task can only follow if all its projects fit the destination. Use 'Unlink Task' to take it out of one of the projects, or move the other project to the same ${to.type.noun} as well.`,
		};
	}
	if (/\bboth\b|only one/i.test(said)) {
		return {
			message: `${message}, because it saw two destinations`,
			description: `Only the ${to.type.noun} "${to.id}" was sent. Turn on 'Dry Run' under Options to see the request, and report it to Vitally if it keeps happening.`,
		};
	}
	if (/\b(missing|neither|required?)\b/i.test(said) && /destination|accountId/i.test(said)) {
		return {
			message: `${message}, because it saw no destination`,
			description: `The ${to.type.noun} "${to.id}" was sent. Check that 'Move To' names the kind of record that this ID belongs to.`,
		};
	}
	return {
		message,
		description: `Check three things. The project may be at the destination already. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And 'Destination ${to.type.label}' must be the ID of one ${to.type.noun}.`,
	};
}
