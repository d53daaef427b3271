import type { RecordedRequest, Sandbox } from '../../sandbox/sandbox.cts';

/**
 * Returns why each request does not fit the contract of the service, with the value at each place that does not:
 * `PUT /resources/tasks/t-1: /body/name: must be string (the value is null)`.
 */
export function contractViolationsOf(sandbox: Sandbox): string[] {
	return sandbox.contractErrors().map((request) => {
		const { method, path, rejectionReason = '' } = request;
		const faults = rejectionReason.split('; ').map((fault) => withValue(fault, request));

		return `${method} ${path}: ${faults.join('; ')}`;
	});
}

function withValue(fault: string, request: RecordedRequest): string {
	const [, place] = /^\/((?:body|query)\/[^:]*): /.exec(fault) ?? [];
	if (place === undefined) return fault;

	let value: unknown = request;

	for (const name of place.split('/')) value = (value as Record<string, unknown> | null)?.[name];

	// A value that is not there has its fault in the text.
	return value === undefined ? fault : `${fault} (the value is ${JSON.stringify(value)})`;
}
