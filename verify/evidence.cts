import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { describeResponse } from './describeValue.cts';
import { NotObservableError, RejectedError } from './facts/fact.cts';
import { recordsIn, type CredentialFields, type Workspace } from './workspace.cts';

/**
 * What facts ask the service with. They see only what was accepted and has the form that was asked for, and a
 * rejection only beside a request that is accepted: whatever a proxy, a wrong address or a missing right answers to
 * everything, no fact can call it expected.
 */
export class Evidence {
	private readonly pages = new Map<string, Promise<IDataObject[]>>();

	constructor(private readonly workspace: Workspace) {}

	get fields(): CredentialFields {
		return this.workspace.fields;
	}

	/**
	 * Reads the first page of a list, newest records first. A page is read once in a run.
	 *
	 * @throws NotObservableError as `readRecords`
	 */
	async readNewestRecords(path: string, query: IDataObject = {}): Promise<IDataObject[]> {
		return await this.readRecords(path, { limit: 20, sortBy: 'updatedAt', ...query });
	}

	/**
	 * Reads the first page of a list. A page is read once in a run.
	 *
	 * @throws NotObservableError for a rejection, for anything but a list, and for an empty list
	 */
	async readRecords(path: string, query: IDataObject = {}): Promise<IDataObject[]> {
		const key = `${path} ${JSON.stringify(query)}`;
		const page = this.pages.get(key) ?? this.readPage(path, query);

		this.pages.set(key, page);

		const records = await page;
		if (records.length === 0) throw new NotObservableError('no records');

		return records;
	}

	/**
	 * Reads the first page of a list, each time anew. The page may be empty.
	 *
	 * @throws NotObservableError for a rejection, and for anything but a list
	 */
	async readPage(path: string, query: IDataObject = {}): Promise<IDataObject[]> {
		const records = recordsIn(await this.sendAccepted({ method: 'GET', path, query }));
		if (records) return records;

		throw new NotObservableError('the answer is no list');
	}

	/** @throws NotObservableError for a rejection, and for anything but a record */
	async readRecord(path: string): Promise<IDataObject> {
		return recordOf(await this.sendAccepted({ method: 'GET', path }));
	}

	/**
	 * Updates a record.
	 *
	 * @returns the record after the update
	 * @throws NotObservableError for a rejection, and for anything but a record
	 */
	async updateRecord(path: string, body: IDataObject): Promise<IDataObject> {
		return recordOf(await this.sendAccepted({ method: 'PUT', path, body, target: 'noRecord' }));
	}

	/**
	 * Sends what may be rejected, and then what has to be accepted.
	 *
	 * @param control.acceptedInstead sends the same request without the reason for a rejection
	 * @returns the rejection, or `undefined` if the request is accepted
	 * @throws NotObservableError if the control is not accepted
	 */
	async rejectionOf(
		request: ServiceRequest,
		control: { acceptedInstead: () => Promise<unknown> },
	): Promise<ServiceResponse | undefined> {
		const response = await this.workspace.send(request);

		await control.acceptedInstead();

		return response.status < 300 ? undefined : response;
	}

	/** Sends a request for a fact without a wrong answer, and describes the answer. */
	async describeAnswer(request: ServiceRequest): Promise<{ text: string; recordCount: number }> {
		const response = await this.workspace.send(request);
		const records = recordsIn(response);

		return { text: describeResponse(response), recordCount: records?.length ?? 0 };
	}

	/**
	 * Reads a number in a header of the answer.
	 *
	 * @returns NaN if the header is missing
	 * @throws NotObservableError for a rejection
	 */
	async readNumberHeader(request: ServiceRequest, name: string): Promise<number> {
		const { headers } = await this.sendAccepted(request);

		return Number(headers[name]);
	}

	/** @throws NotObservableError for a rejection, and for anything but JSON */
	async sendAccepted(request: ServiceRequest): Promise<ServiceResponse> {
		const response = await this.workspace.send(request);
		if (response.status >= 300) throw new RejectedError(response.status);
		if (typeof response.body === 'string') throw new NotObservableError('the answer is no JSON');

		return response;
	}
}

function recordOf({ body }: ServiceResponse): IDataObject {
	const record = (body ?? {}) as IDataObject;
	if (typeof record.id === 'string') return record;

	throw new NotObservableError('the answer is no record');
}
