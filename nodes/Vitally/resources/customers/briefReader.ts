import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import { COMPLETE_ORDER } from '../../fields/listFields';
import { scopedList } from '../../operations/listScope';
import type { RecordType } from '../../records/recordType';
import { readFirstPages, readPage, type ListStart } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { MAX_PAGES, sectionFields, type BriefSection } from './briefSections';
import { readCsm, teammatesById } from './csm';

/** Statuses that concern the whole API key, and so end the brief. */
const STATUSES_OF_KEY = [401, 429];

/** Reads the parts of one brief, and remembers those that cannot be read or have more. */
export class BriefReader {
	/** The names of the parts that could not be read, in the order of the requests. */
	readonly notRead = new Set<string>();
	/** The names of the parts whose lists have more records than were read. */
	readonly notComplete = new Set<string>();
	/** The records that were read for each section. */
	readonly recordsBySection = new Map<BriefSection, IDataObject[]>();

	/** @param record the account or organization */
	constructor(
		readonly item: ItemContext,
		private readonly type: RecordType,
		readonly record: IDataObject,
	) {}

	/**
	 * Waits for a part.
	 *
	 * @returns `undefined` for one that the service refuses, such as one that the API key may not read; the brief then
	 * names it
	 */
	async readIfAllowed<T>(name: string, read: Promise<T>): Promise<T | undefined> {
		return await read.catch((error: unknown) => {
			if (!isRefused(error)) throw error;

			this.notRead.add(name);

			return undefined;
		});
	}

	/** Reads the list of each section. A section that cannot be read has no fields. */
	async readSections(sections: readonly BriefSection[]): Promise<IDataObject> {
		const fields: IDataObject = {};

		for (const section of sections) {
			const list = await this.readIfAllowed(section.name, this.readSection(section));
			if (list) Object.assign(fields, sectionFields(section, list, this.record));
			if (list && !list.isWhole) this.notComplete.add(section.name);

			this.recordsBySection.set(section, list?.records ?? []);
		}

		return fields;
	}

	/** Reads the CSM. */
	async readCsm(): Promise<IDataObject> {
		const readFirst = async () => await teammatesById(this.item, MAX_PAGES);

		return await readCsm(this.record, async (csmId) => {
			const teammates = await this.item.oncePerRun('first teammates', readFirst);
			const teammate = teammates.get(csmId);
			if (!teammate) this.notRead.add('csm');

			return teammate;
		});
	}

	/** Reads what the section needs of its list. */
	private async readSection({ type, newest }: BriefSection): Promise<ListStart> {
		const path = scopedList(type, this.type, pathSegment(this.record.id, this.type.label));

		if (newest === undefined) {
			const list = { path, query: { sortBy: COMPLETE_ORDER } };

			return await readFirstPages(this.item, list, MAX_PAGES);
		}

		const { records } = await readPage(this.item, { path, query: { sortBy: 'updatedAt' } }, newest);

		return { records, isWhole: true };
	}
}

function isRefused(error: unknown): boolean {
	const { status = 0 } = error instanceof VitallyError ? error.facts : {};
	const isClientError = status >= 400 && status < 500;

	return isClientError && !STATUSES_OF_KEY.includes(status);
}
