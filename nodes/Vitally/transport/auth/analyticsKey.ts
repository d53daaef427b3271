import { readApiKey } from './apiKey';

/**
 * The `Authorization` value of the Analytics API: its own key as it is, behind `Basic`.
 *
 * @param input the key, with or without `Basic` before it
 * @throws VitallyError, see `readApiKey`
 * Source: docs/service.md, Authentication 2; docs/public-facts.md, 1
 */
export function analyticsAuthorization(input: unknown): string {
	return `Basic ${readApiKey(input, 'Vitally Analytics API').key}`;
}
