import type { Explanation, ServiceRequest } from '../../Vitally/transport/client';
import type { TypedMessage } from './messageType';

const ANALYTICS = '/analytics/v1';

/** One message by itself (docs/service.md, Analytics API). */
export function messageRequest({ type, message }: TypedMessage): ServiceRequest {
	return {
		method: 'POST',
		path: `${ANALYTICS}/${type}`,
		body: message,
		idempotent: true,
		explain: (status) => explain(status, type),
	};
}

/** Up to 100 messages in one request (docs/public-facts.md, 6). */
export function batchRequest(messages: TypedMessage[]): ServiceRequest {
	return {
		method: 'POST',
		path: `${ANALYTICS}/batch`,
		body: messages.map(({ type, message }) => ({ type, ...message })),
		idempotent: true,
		explain: (status) => explain(status, messages[0].type, " Or turn off the option 'Batch'."),
	};
}

function explain(status: number, type: string, also = ''): Explanation | undefined {
	switch (status) {
		case 400:
			return {
				message: `Vitally refused the ${type} message`,
				description: `Either a value of this item does not fit, or messages of the type '${type}' are blocked for your tenant: then every one is refused until Vitally support unblocks the type.`,
			};
		case 401:
			return {
				message: 'Vitally does not accept the API key',
				description:
					'The Analytics API has a key of its own: copy it from Settings, Integrations, Vitally Analytics API. The key of the REST API does not work here.',
			};
		case 404:
			return {
				message: 'The address of the credential is not the Vitally Analytics API',
				description: `Check 'Data Center', 'Subdomain' and 'Base URL' in the credential.${also}`,
			};
		default:
			return undefined;
	}
}
