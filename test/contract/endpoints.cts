import { ENDPOINT_TABLE, type Call } from './endpointTable.cts';

export type { Call };

export interface Endpoint {
	method: string;
	path: string;
	/** The operations that reach it. */
	calls: Call[];
}

/** Every endpoint that the nodes offer. */
export const ENDPOINTS: Endpoint[] = Object.entries(ENDPOINT_TABLE).map(([endpoint, calls]) => {
	const [method, path] = endpoint.split(' ');
	return { method, path, calls };
});

/** An operation on its way to one endpoint. */
export interface Way {
	endpoint: Endpoint;
	call: Call;
}

export const WAYS: Way[] = ENDPOINTS.flatMap((endpoint) =>
	endpoint.calls.map((call) => ({ endpoint, call })),
);

/** `vitally note create`, for titles and comparisons. */
export function nameOf({ type = 'vitally', parameters }: Call): string {
	return `${type} ${parameters.resource} ${parameters.operation}`;
}

/** `vitally note create POST /resources/notes` */
export function titleOf({ endpoint, call }: Way): string {
	return `${nameOf(call)} ${endpoint.method} ${endpoint.path}`;
}
