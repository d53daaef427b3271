import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { ShownError } from '../engine/operationCases.cts';

/**
 * Returns the error of a change whose response was lost.
 *
 * @param request method and path, such as 'POST /resources/accounts'
 * @param times how often it was sent
 */
export function lostChangeError(
	{ url }: Sandbox,
	request: string,
	times: '1 time' | '3 times' = '1 time',
): ShownError {
	const [method, path] = request.split(' ');
	const advice =
		'The change may have been saved. Check the record in Vitally before you run this item again. Run the item again later.';
	const sent = `${method} ${url}${path}, sent ${times})`;

	// The reason between the two is n8n's, whose text depends on its version.
	const described = new RegExp(`^${literal(advice)} \\(.+; ${literal(sent)}$`);

	return {
		message: 'The connection to Vitally was lost before it responded',
		description: expect.stringMatching(described) as string,
		failure: { cause: 'temporarily-unavailable' },
	};
}

/** Returns the part of a pattern that matches a text as it is. */
function literal(text: string): string {
	return text.replace(/[.()]/g, '\\$&');
}
