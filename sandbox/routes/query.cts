import type { Request } from 'express';

import type { RequestParameters } from '../state/resource.cts';
import type { PageQuery } from '../state/table.cts';

/** Reads the parameters of a list; the contract has checked them. */
export function pageQuery(req: Request): PageQuery {
	const { limit = 100, from, sortBy } = req.query;
	const { largestPage } = req.app.locals as { largestPage: number };

	return {
		limit: Math.min(Number(limit), largestPage),
		from: from === undefined ? undefined : String(from),
		sortBy: sortBy === 'createdAt' ? 'createdAt' : 'updatedAt',
	};
}

/** Reads all parameters by name; a parameter in the path wins over that in the query. */
export function parametersOf(req: Request): RequestParameters {
	const sent = Object.entries({ ...req.query, ...req.params });

	return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}
