import type { Explanation, ServiceRequest } from '../transport/client';

export function explainStatus(
	explanations: Record<number, Explanation>,
): NonNullable<ServiceRequest['explain']> {
	return (status) => explanations[status];
}
