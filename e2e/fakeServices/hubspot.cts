import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService, type StoredCredential } from './httpService.cts';

const TOKEN = 'pat-only-for-checks';

/** The addresses of n8n's HubSpot node 2.1, with what a record has as its ID. */
const READ = {
	contact: { path: /^\/contacts\/v1\/contact\/vid\/(\d+)\/profile$/, id: 'vid' },
	company: { path: /^\/companies\/v2\/companies\/(\d+)$/, id: 'companyId' },
	deal: { path: /^\/deals\/v1\/deal\/(\d+)$/, id: 'dealId' },
};

type Kind = keyof typeof READ;

/** HubSpot, as far as single records are read. */
export class HubSpot implements HttpService {
	readonly hosts = ['api.hubapi.com'];

	readonly credentials: StoredCredential[] = [
		{ id: 'hubspot-token', name: 'HubSpot', type: 'hubspotAppToken', data: { appToken: TOKEN } },
		{
			id: 'hubspot-developer',
			name: 'HubSpot (developer)',
			type: 'hubspotDeveloperApi',
			data: { clientId: 'client', clientSecret: 'secret', apiKey: 'key', appId: '1' },
		},
	];

	private readonly records = new Map<string, IDataObject>();

	/**
	 * Adds a record.
	 *
	 * @param properties as HubSpot keeps them: every value is text
	 * @param parts what a record has in addition to its properties
	 */
	add(kind: Kind, id: number, properties: Record<string, string>, parts: IDataObject = {}): void {
		this.records.set(`${kind} ${id}`, {
			[READ[kind].id]: id,
			portalId: 62515,
			...parts,
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, value]) => [name, { value }]),
			),
		});
	}

	answer({ method, path, authorization }: Call) {
		assertCall(authorization === `Bearer ${TOKEN}`, `not authorized by ${authorization}`);
		assertCall(method === 'GET', 'not a method of this copy');
		for (const [kind, { path: pattern }] of Object.entries(READ)) {
			const id = pattern.exec(path)?.[1];
			const record = this.records.get(`${kind} ${id}`);
			if (record) return { body: record };
		}
		throw new Error('no such record');
	}

	reset(): void {
		this.records.clear();
	}
}
