import type { Request } from 'express';

import { HttpError } from './httpError.cts';

/** How a request authenticated itself; the key itself is never kept. */
export type Authorization = 'rest' | 'analytics' | 'bad' | 'none';

export interface Keys {
	apiKey: string;
	analyticsKey: string;
	/** Other keys of both: a workspace may have several (docs/internal/public-facts.md, 1). */
	secondApiKey: string;
	secondAnalyticsKey: string;
}

/**
 * Reads the Authorization header (docs/internal/service.md, Authentication): REST accepts base64 of `key:`,
 * the Analytics API accepts its own key as it is.
 */
export function readAuthorization(req: Request, keys: Keys): Authorization {
	const header = req.headers.authorization;
	if (header === undefined) return 'none';

	if (req.path.startsWith('/analytics/')) {
		const accepted = [keys.analyticsKey, keys.secondAnalyticsKey].map((key) => `Basic ${key}`);

		return accepted.includes(header) ? 'analytics' : 'bad';
	}

	const accepted = [keys.apiKey, keys.secondApiKey].map(
		(key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
	);

	return accepted.includes(header) ? 'rest' : 'bad';
}

/** @throws HttpError 401 for a missing or invalid key (docs/internal/service.md, Authentication 5) */
export function assertValidKey(authorization: Authorization): void {
	if (authorization === 'none') throw new HttpError(401, 'Authorization header not present.');
	if (authorization === 'bad') throw new HttpError(401, 'Authorization is not valid.');
}
