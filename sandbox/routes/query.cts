import type { Request } from 'express';
import type { PageQuery } from '../state/table.cts';

/** The list parameters. The contract has checked them; only numbers and booleans arrive as text. */
export function pageQuery(req: Request): PageQuery {
	const { limit = 100, from, sortBy } = req.query;
	const { largestPage } = req.app.locals as { largestPage: number };
	return {
		limit: Math.min(Number(limit), largestPage),
		from: textOf(from),
		sortBy: sortBy === 'createdAt' ? 'createdAt' : 'updatedAt',
	};
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** `archived=true` lists only archived records (service.md, Notes). */
export function archivedOf(req: Request): boolean {
	return String(req.query.archived) === 'true';
}

/** The paths of a list of everything, of one account and of one organization. */
export function nestedPaths(resource: string): string[] {
	const parents = ['', '/accounts/:accountId', '/organizations/:organizationId'];
	return parents.map((parent) => `/resources${parent}/${resource}`);
}
