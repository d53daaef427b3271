import { isUntouched, versionKey, type RecordVersion } from '../record';
import type { WatchedValues } from '../state';
import { ComparingDetector } from './comparing';
import { crosses, meets, rememberedFor, type Condition } from './condition';
import type { FeedEvent } from './detector';
import { isDigest } from './watchedFields';

/** Updated events with conditions: fires when a field comes to meet one, not while it does. */
export class ConditionDetector extends ComparingDetector {
	constructor(
		private readonly conditions: readonly Condition[],
		stored?: WatchedValues,
	) {
		super(stored);
	}

	detect(version: RecordVersion): FeedEvent | null {
		const before = this.before(version);
		const isUnread = this.values.get(version.id) === undefined;
		const isSilent = isUnread && (isUntouched(version) || this.values.isOld(version));
		const after = this.remember(version, before);
		if (isSilent) return null;
		const isCrossed = (condition: Condition, index: number) =>
			before ? crosses(condition, before[index], after[index]) : meets(condition, after[index]);
		const crossed = this.conditions
			.map((_, index) => index)
			.filter((index) => isCrossed(this.conditions[index], index));
		return crossed.length ? this.event(version, crossed, before) : null;
	}

	detectInitial(version: RecordVersion): FeedEvent | null {
		if (this.values.get(version.id) !== undefined) return this.detect(version);
		const after = this.remember(version, undefined);
		const met = this.conditions
			.map((_, index) => index)
			.filter((index) => meets(this.conditions[index], after[index]));
		return met.length ? this.event(version, met, undefined) : null;
	}

	observeInitial(version: RecordVersion): void {
		if (this.values.get(version.id) === undefined) this.remember(version, undefined);
	}

	startedAt(timeMs: number): void {
		this.values.startedAt(timeMs);
	}

	/** What is remembered of the record: nothing was set in one that is new, `undefined` when it is not known. */
	private before(version: RecordVersion): unknown[] | undefined {
		const text = this.values.get(version.id);
		if (text !== undefined) return JSON.parse(text) as unknown[];
		return this.values.isNew(version) ? this.conditions.map(() => null) : undefined;
	}

	private remember({ id, record }: RecordVersion, before: unknown[] | undefined): unknown[] {
		const after = this.conditions.map((condition, index) =>
			rememberedFor(condition, record, before?.[index]),
		);
		this.values.keep(id, JSON.stringify(after));
		return after;
	}

	private event(
		version: RecordVersion,
		crossed: number[],
		before: unknown[] | undefined,
	): FeedEvent {
		const fieldOf = (index: number) => this.conditions[index].field;
		const known = crossed.filter((index) => before && !isDigest(before[index]));
		return {
			key: versionKey(version),
			record: version.record,
			changedKeys: [...new Set(crossed.map(fieldOf))],
			previous: Object.fromEntries(known.map((index) => [fieldOf(index), before?.[index]])),
			...(known.length < crossed.length && { previousUnknown: true }),
		};
	}
}
