import type { Explanation } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import type { ServiceRecord } from './record';
import { feedOf, pageRequest, type FeedSettings } from './settings';

/** The list that a feed reads, and which of its records are meant. */
export interface FeedList {
	path: string;
	includes(record: ServiceRecord): boolean;
	explain(status: number): Explanation | undefined;
}

const LABELS = { account: 'Account', organization: 'Organization' } as const;

/**
 * A scope is read from the nested list of its account or organization. The document gives these lists
 * neither `status` nor `archived`: where one of them is needed, the whole list is read and what
 * belongs to the scope is picked from it.
 *
 * @throws VitallyError when the id of the scope is none
 * Source: docs/service.md, Accounts, Notes, Projects
 */
export function listOf(settings: FeedSettings): FeedList {
	const { scope } = settings;
	const { collection, happening } = feedOf(settings);
	const { status, archived } = pageRequest(settings, 1);
	const isNested = scope !== undefined && status === undefined && archived === undefined;
	const label = scope && LABELS[scope.of];
	const parent = isNested && label ? `/${scope.of}s/${pathSegment(scope.id, label)}` : '';
	const hidesChurned =
		collection === 'accounts' && happening !== 'entered' && !settings.includeChurned;
	return {
		path: `/resources${parent}/${collection}`,
		includes: (record) =>
			(isNested || scope === undefined || record[`${scope.of}Id`] === scope.id) &&
			// Whether an organization's list holds churned accounts is not shown.
			!(hidesChurned && typeof record.churnedAt === 'string'),
		explain: (status) =>
			status === 404 && label
				? {
						message: `The ${label.toLowerCase()} "${scope?.id}" was not found`,
						description: `Check the value of '${label}': it may be deleted, or belong to another tenant than the credential.`,
					}
				: undefined,
	};
}
