import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { locatorOf } from '../../fields/locators';
import type { Explanation } from '../../transport/client';
import type { Service } from '../../transport/item';
import { pathSegment } from '../../transport/pathSegment';
import { customObjectPath } from '../customObject/customObject';
import { instanceIdOf } from './instanceId';

/** The fields of a simplified instance: what it is, whose it is, and its values. */
export const SIMPLE_FIELDS = [
	'id',
	'externalId',
	'name',
	'customObjectId',
	'customerId',
	'organizationId',
	'ownedByVitallyUserId',
	'traits',
	'archivedAt',
	'updatedAt',
] as const;

export function instancesPath(item: IExecuteSingleFunctions): string {
	return `${customObjectPath(item)}/instances`;
}

/** What writes to one instance have in common. */
export function instanceTurn(item: IExecuteSingleFunctions): string {
	const { mode, value } = locatorOf(item, 'customObjectInstanceId');
	return `${instancesPath(item)} ${mode} ${String(value)}`;
}

/** The path of the instance that an item names; an external id is looked up first. */
export async function instancePath(
	item: IExecuteSingleFunctions,
	service: Service,
): Promise<string> {
	const path = instancesPath(item);
	const { mode, value } = locatorOf(item, 'customObjectInstanceId');
	const id = mode === 'externalId' ? await instanceIdOf(item, service, path, value) : value;
	return `${path}/${pathSegment(id, 'Instance')}`;
}

/** The text for an instance that is not there. */
export function explainInstance(
	item: IExecuteSingleFunctions,
): (status: number) => Explanation | undefined {
	return (status) =>
		status === 404
			? {
					message: `The instance "${String(locatorOf(item, 'customObjectInstanceId').value)}" was not found`,
					description:
						"Check 'Custom Object' and 'Instance': the instance may be deleted, or belong to another custom object.",
				}
			: undefined;
}
