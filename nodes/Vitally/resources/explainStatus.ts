import type { Explanation, ServiceRequest } from '../transport/client';

/** The `explain` of a request, from the explanations by HTTP status. */
export function explainStatus(
	explanations: Record<number, Explanation>,
): NonNullable<ServiceRequest['explain']> {
	return (status) => explanations[status];
}
