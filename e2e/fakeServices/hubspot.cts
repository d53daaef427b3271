import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService } from './httpService.cts';

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
	readonly host = 'api.hubapi.com';
	readonly authorization = `Bearer ${TOKEN}`;
	readonly credentials = {
		hubspotAppToken: { appToken: TOKEN },
		hubspotDeveloperApi: { clientId: 'client', clientSecret: 'secret', apiKey: 'key', appId: '1' },
	};

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
			...parts,
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, value]) => [name, { value }]),
			),
		});
	}

	answer({ method, path }: Call) {
		assertCall(method === 'GET', 'not a method of this copy');

		for (const [kind, { path: pattern }] of Object.entries(READ)) {
			const record = this.records.get(`${kind} ${pattern.exec(path)?.[1]}`);
			if (record) return record;
		}

		throw new Error('no such record');
	}

	reset(): void {
		this.records.clear();
	}
}
