import type { IDataObject } from 'n8n-workflow';

import type { RecordType } from '../operations/recordType';
import { adminType } from '../resources/recordTypes';
import type { Client, ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { isRecord } from '../transport/records';
import { send } from '../transport/send';

/** For the rate limit: what is nice to have must not hold up what happened. */
const LONGEST_WAIT_MS = 5000;

/**
 * What belongs to the records of a poll's events, each read once. A read that fails gives nothing: the
 * event itself counts.
 */
export class RelatedRecords {
	private readonly records = new Map<string, Promise<IDataObject | undefined>>();
	private teammates: Promise<Map<string, IDataObject>> | undefined;

	private readonly client: Client;

	/** @param deadline Unix milliseconds: no read begins after it, so that the poll ends in time */
	constructor(
		client: Client,
		private readonly deadline: number,
	) {
		this.client = { ...client, maxWaitMs: LONGEST_WAIT_MS };
	}

	/** @param id of the service; without one there is nothing to read */
	async record(type: RecordType, id: unknown): Promise<IDataObject | undefined> {
		if (typeof id !== 'string' || id === '') return undefined;
		const path = `${type.path}/${pathSegment(id, type.label)}`;
		const read = this.records.get(path) ?? this.read(path);
		this.records.set(path, read);
		return await read;
	}

	/** Somebody of the team; the list of all is read, because there is no read of one (docs/beyond.md, 6). */
	async teammate(id: string): Promise<IDataObject | undefined> {
		this.teammates ??= this.readTeammates();
		return (await this.teammates).get(id);
	}

	private async read(path: string): Promise<IDataObject | undefined> {
		if (Date.now() > this.deadline) return undefined;
		try {
			const { body } = await send(this.client, { method: 'GET', path });
			return isRecord(body) ? body : undefined;
		} catch {
			return undefined;
		}
	}

	private async readTeammates(): Promise<Map<string, IDataObject>> {
		const found = new Map<string, IDataObject>();
		const sendOne = async (request: ServiceRequest) => await send(this.client, request);
		try {
			for await (const page of pages(sendOne, { path: adminType.path }, 100)) {
				for (const teammate of page) found.set(String(teammate.id), teammate);
				if (Date.now() > this.deadline) break;
			}
		} catch {
			// The list is on no page of the documentation, and may be missing.
		}
		return found;
	}
}
