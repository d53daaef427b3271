import type { Sandbox } from '../../sandbox/sandbox.cts';

/** Returns why each request does not fit the contract of the service, such as a field that it does not have. */
export function contractViolationsOf(sandbox: Sandbox): string[] {
	return sandbox
		.contractErrors()
		.map(({ method, path, rejectionReason }) => `${method} ${path}: ${rejectionReason}`);
}
