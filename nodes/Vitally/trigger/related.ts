import type { IDataObject } from 'n8n-workflow';

import { teammatesById } from '../resources/csm';
import type { Client } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { isRecord } from '../transport/records';
import { send } from '../transport/send';
import type { RecordType } from '../records/recordType';

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

	/** Somebody of the team, out of the list of all. */
	async teammate(id: string): Promise<IDataObject | undefined> {
		this.teammates ??= teammatesById(
			async (request) => await send(this.client, request),
			() => Date.now() > this.deadline,
		);
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
}
