import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { describeResponse, NotShown, Refused } from './fact.cts';
import { recordsIn, type CredentialFields, type Workspace } from './workspace.cts';

/**
 * What facts ask the service with. They see only what was accepted and has the form that was asked for, and a
 * refusal only beside a request that is accepted: whatever a proxy, a wrong address or a missing right answers to
 * everything, no fact can call it expected.
 */
export class Evidence {
	private readonly pages = new Map<string, Promise<IDataObject[]>>();

	constructor(private readonly workspace: Workspace) {}

	get fields(): CredentialFields {
		return this.workspace.fields;
	}

	/**
	 * The rows of the first page of a list, read once.
	 *
	 * @throws NotShown for a refusal, for anything but a list, and for an empty one
	 */
	async rows(path: string, query: IDataObject = {}): Promise<IDataObject[]> {
		const key = `${path} ${JSON.stringify(query)}`;
		const page = this.pages.get(key) ?? this.page(path, query);

		this.pages.set(key, page);
		const rows = await page;
		if (rows.length === 0) throw new NotShown('no records');

		return rows;
	}

	/** As `rows`, newest first. */
	async newest(path: string, query: IDataObject = {}): Promise<IDataObject[]> {
		return await this.rows(path, { limit: 20, sortBy: 'updatedAt', ...query });
	}

	/** As `rows`, also without any, and each time anew. */
	async page(path: string, query: IDataObject = {}): Promise<IDataObject[]> {
		const rows = recordsIn(await this.accepted({ method: 'GET', path, query }));
		if (rows) return rows;

		throw new NotShown('the answer is no list');
	}

	/** @throws NotShown for a refusal, and for anything but a record */
	async record(path: string): Promise<IDataObject> {
		return this.recordIn(await this.accepted({ method: 'GET', path }));
	}

	/** The record after an update. Errors as `record`. */
	async change(path: string, body: IDataObject): Promise<IDataObject> {
		return this.recordIn(await this.accepted({ method: 'PUT', path, body, target: 'noRecord' }));
	}

	/** @throws NotShown for a refusal, and for anything but JSON */
	async accepted(request: ServiceRequest): Promise<ServiceResponse> {
		const response = await this.workspace.send(request);
		if (response.status >= 300) throw new Refused(response.status);
		if (typeof response.body === 'string') throw new NotShown('the answer is no JSON');

		return response;
	}

	/**
	 * Sends what may be refused, and then what has to be accepted.
	 *
	 * @param control the same request without the reason for a refusal
	 * @returns `undefined` where it is accepted
	 * @throws NotShown when the control is not accepted
	 */
	async refusal(
		request: ServiceRequest,
		control: () => Promise<unknown>,
	): Promise<ServiceResponse | undefined> {
		const response = await this.workspace.send(request);

		await control();

		return response.status < 300 ? undefined : response;
	}

	/** For facts without a wrong answer: status, types, and the number of rows. */
	async describe(request: ServiceRequest): Promise<{ text: string; rows: number }> {
		const response = await this.workspace.send(request);

		return { text: describeResponse(response), rows: recordsIn(response)?.length ?? 0 };
	}

	/** A number in a header of the answer to a request that is accepted. */
	async header(request: ServiceRequest, name: string): Promise<number> {
		return Number((await this.accepted(request)).headers[name]);
	}

	private recordIn({ body }: ServiceResponse): IDataObject {
		const record = (body ?? {}) as IDataObject;
		if (typeof record.id === 'string') return record;

		throw new NotShown('the answer is no record');
	}
}
