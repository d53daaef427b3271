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

	return {
		message: 'The connection to Vitally was lost before it responded',
		description: `${advice} (reason; ${method} ${url}${path}, sent ${times})`,
		failure: { cause: 'temporarily-unavailable' },
	};
}
