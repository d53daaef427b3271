import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService } from './httpService.cts';

const KEY = 'sk_test_only_for_checks';

/**
 * Stripe, as far as the subscriptions of a customer are listed.
 * https://docs.stripe.com/api/subscriptions/list
 */
export class Stripe implements HttpService {
	readonly host = 'api.stripe.com';
	readonly authorization = `Bearer ${KEY}`;
	readonly credentials = { stripeApi: { secretKey: KEY } };

	/** Those that are not canceled; Stripe lists no others unless asked. */
	readonly subscriptions: IDataObject[] = [];

	answer({ method, path, query }: Call) {
		assertCall(method === 'GET' && path === '/v1/subscriptions', 'an unknown address');
		const wanted = query.get('customer');

		assertCall(wanted, 'all customers');
		const data = this.subscriptions.filter(({ customer }) => customer === wanted);

		return { object: 'list', url: path, has_more: false, data };
	}

	reset(): void {
		this.subscriptions.length = 0;
	}
}
