import type { IDataObject } from 'n8n-workflow';

import { assertCall, Rejection, type Call, type HttpService } from './httpService.cts';

const TOKEN = 'pat-only-for-checks';

/** The addresses of n8n's HubSpot node 2.1, with what a record has as its ID. */
const READ = {
	contact: { path: /^\/contacts\/v1\/contact\/vid\/(\d+)\/profile$/, id: 'vid' },
	company: { path: /^\/companies\/v2\/companies\/(\d+)$/, id: 'companyId' },
	deal: { path: /^\/deals\/v1\/deal\/(\d+)$/, id: 'dealId' },
};

type Kind = keyof typeof READ;

/** A record of the older API, which returns each value in an object. */
interface HubSpotRecord extends IDataObject {
	properties: Record<string, { value: string }>;
}

const LIST_OF_COMPANIES = '/companies/v2/companies/paged';
/** https://developers.hubspot.com/docs/api-reference/crm-companies-v3/basic/patch-crm-v3-objects-companies-companyId */
const UPDATE_OF_COMPANY = /^\/crm\/v3\/objects\/companies\/(\d+)$/;

/** HubSpot, as far as single records are read, and companies are listed and updated. */
export class HubSpot implements HttpService {
	readonly host = 'api.hubapi.com';
	readonly authorization = `Bearer ${TOKEN}`;
	readonly credentials = {
		hubspotAppToken: { appToken: TOKEN },
		hubspotDeveloperApi: { clientId: 'client', clientSecret: 'secret', apiKey: 'key', appId: '1' },
	};

	/** How many requests changed a company. */
	updates = 0;

	/** The companies whose changes HubSpot rejects, as it does an option that a property doesn't have. */
	readonly locked = new Set<number>();

	private readonly records = new Map<string, HubSpotRecord>();

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
			properties: withValues(properties),
		});
	}

	/** Returns the value that a company has. */
	companyValue(id: number, property: string): string | undefined {
		return this.records.get(`company ${id}`)?.properties[property]?.value;
	}

	/** Changes a company, as a person or a request does. */
	changeCompany(id: number, properties: Record<string, string>): void {
		const company = this.records.get(`company ${id}`);

		assertCall(company, 'no such company');
		Object.assign(company.properties, withValues(properties));
	}

	answer({ method, path, query, body }: Call) {
		if (method === 'PATCH') return this.update(path, body);

		assertCall(method === 'GET', 'not a method of this copy');
		if (path === LIST_OF_COMPANIES) return this.listCompanies(query.getAll('properties'));

		for (const [kind, { path: pattern }] of Object.entries(READ)) {
			const record = this.records.get(`${kind} ${pattern.exec(path)?.[1]}`);
			if (record) return record;
		}

		throw new Error('no such record');
	}

	reset(): void {
		this.records.clear();
		this.locked.clear();
		this.updates = 0;
	}

	/** HubSpot returns no property that is not asked for, and none without a value. */
	private listCompanies(wanted: string[]): object {
		const companies = [...this.records]
			.filter(([key]) => key.startsWith('company '))
			.map(([, company]) => ({
				...company,
				properties: Object.fromEntries(
					Object.entries(company.properties).filter(
						([name, { value }]) => wanted.includes(name) && value !== '',
					),
				),
			}));

		return { companies, 'has-more': false, offset: 0 };
	}

	private update(path: string, { properties }: IDataObject): object {
		const id = Number(UPDATE_OF_COMPANY.exec(path)?.[1]);
		const values = Object.entries((properties ?? {}) as IDataObject);

		assertCall(values.length > 0, 'an update without properties');

		for (const [name, value] of values) assertCall(value !== null, `null for ${name}`);

		if (this.locked.has(id)) {
			throw new Rejection({ status: 'error', message: 'Property values were not valid' });
		}

		this.changeCompany(
			id,
			Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
		);
		this.updates++;

		return { id: String(id), properties };
	}
}

function withValues(properties: Record<string, string>): HubSpotRecord['properties'] {
	return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, { value }]));
}
