import { ENDPOINT_CALLS, type Call, type EndpointCall } from '../contract/endpoints.cts';

/** `vitally create` */
export const kindOf = ({ type = 'vitally', parameters }: Call) => `${type} ${parameters.operation}`;

/** The first call of every kind of operation: all of a kind are sent and routed alike. */
export const CALLS: EndpointCall[] = [
	...new Map(ENDPOINT_CALLS.map((one) => [kindOf(one.call), one] as const).reverse()).values(),
];
