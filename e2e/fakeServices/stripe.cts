import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService, type StoredCredential } from './httpService.cts';

const KEY = 'sk_test_only_for_checks';

/**
 * Stripe, as far as the subscriptions of a customer are listed.
 * https://docs.stripe.com/api/subscriptions/list
 */
export class Stripe implements HttpService {
	readonly hosts = ['api.stripe.com'];

	readonly credentials: StoredCredential[] = [
		{ id: 'stripe', name: 'Stripe', type: 'stripeApi', data: { secretKey: KEY } },
	];

	/** Those that are not canceled; Stripe lists no others unless asked. */
	readonly subscriptions: IDataObject[] = [];

	answer({ method, path, query, authorization }: Call) {
		assertCall(authorization === `Bearer ${KEY}`, `not authorized by ${authorization}`);
		assertCall(method === 'GET' && path === '/v1/subscriptions', 'an unknown address');
		const wanted = query.get('customer');
		assertCall(wanted, 'all customers');
		const found = this.subscriptions.filter(({ customer }) => customer === wanted);
		const data = found.slice(0, Number(query.get('limit') ?? 10));
		return { body: { object: 'list', url: path, has_more: data.length < found.length, data } };
	}

	reset(): void {
		this.subscriptions.length = 0;
	}
}
