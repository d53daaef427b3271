import { resourcesOf } from '../engine/declared.cts';
import {
	ENDPOINT_TABLE,
	type Call,
	type EndpointRow,
	type FieldException,
} from './endpointTable.cts';
import { firstOfEach } from './rules.cts';

export type { Call, FieldException };

export interface Endpoint extends EndpointRow {
	method: string;
	path: string;
}

/** Every endpoint that the nodes offer. */
export const ENDPOINTS: Endpoint[] = ENDPOINT_TABLE;

/** A call of an operation, and one of the endpoints that it reaches. */
export interface EndpointCall {
	endpoint: Endpoint;
	call: Call;
}

export const ENDPOINT_CALLS: EndpointCall[] = ENDPOINTS.flatMap((endpoint) =>
	endpoint.calls.map((call) => {
		assertOffered(call);
		return { endpoint, call };
	}),
);

/** One call of each operation: the first needs the least, the last sets the most. */
export const FIRST_CALLS = firstOfEach(ENDPOINT_CALLS, ({ call }) => nameOf(call));
export const LAST_CALLS = firstOfEach([...ENDPOINT_CALLS].reverse(), ({ call }) => nameOf(call));

/** @throws Error for a call of an operation that was removed or renamed */
function assertOffered(call: Call): void {
	const { type = 'vitally', parameters } = call;
	const resource = resourcesOf[type].find(({ name }) => name === parameters.resource);
	if (resource?.operations.some(({ value }) => value === parameters.operation)) return;
	throw new Error(
		`The nodes have no operation '${nameOf(call)}': remove its calls from test/contract/endpointTable.cts`,
	);
}

/** `vitally note create`, for titles and comparisons. */
export function nameOf({ type = 'vitally', parameters }: Call): string {
	return `${type} ${parameters.resource} ${parameters.operation}`;
}

/** `vitally note create POST /resources/notes` */
export function titleOf({ endpoint, call }: EndpointCall): string {
	return `${nameOf(call)} ${endpoint.method} ${endpoint.path}`;
}

/** What the table says of a field of the contract that no parameter of its name sets. */
export function exceptionOf(
	{ endpoint, call }: EndpointCall,
	name: string,
): FieldException | undefined {
	return call.exceptions?.[name] ?? call.exceptions?.['*'] ?? endpoint.exceptions?.[name];
}

/** What every request contains, though no parameter sets it. */
export function alwaysSent({ endpoint, call }: EndpointCall): string[] {
	return Object.keys({ ...endpoint.alsoSends, ...call.alsoSends });
}
