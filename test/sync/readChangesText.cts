/** An entry of a value, as a reader understands it. */
export interface ReadValue {
	/** JSON of an object; otherwise the text. */
	text: string;
	/** Whether it is the sign for nothing. */
	isNothing: boolean;
}

export interface ReadChange {
	label: string;
	/** The entries of a list, or the only value. */
	before: ReadValue[];
	after: ReadValue[];
}

export interface ReadField {
	label: string;
	value: ReadValue[];
}

/** Reads the text of changes as a person does who knows its marks, and nothing of the values. */
export function readChangesText(text: string): ReadChange[] {
	const reader = new Reader(text);
	const changes: ReadChange[] = [];

	while (!reader.isAtEnd) {
		const label = reader.readLabel();
		const before = reader.readValue(' → ');

		reader.expectMark(' → ');
		changes.push({ label, before, after: reader.readValue('; ') });
		reader.expectEndOrMark('; ');
	}

	return changes;
}

/** Reads the text of a new record, which has no old values. */
export function readNewRecordText(text: string): ReadField[] {
	const reader = new Reader(text);
	const fields: ReadField[] = [];

	while (!reader.isAtEnd) {
		fields.push({ label: reader.readLabel(), value: reader.readValue('; ') });
		reader.expectEndOrMark('; ');
	}

	return fields;
}

class Reader {
	constructor(private rest: string) {}

	get isAtEnd(): boolean {
		return this.rest === '';
	}

	readLabel(): string {
		const label = this.readToken(': ').text;

		this.expectMark(': ');

		return label;
	}

	/** Reads the entries of a value up to a mark. */
	readValue(end: string): ReadValue[] {
		const entries = [this.readToken(', ', end)];

		while (this.skip(', ')) entries.push(this.readToken(', ', end));

		return entries;
	}

	expectMark(mark: string): void {
		if (!this.skip(mark)) throw new Error(`No "${mark}" before ${JSON.stringify(this.rest)}`);
	}

	expectEndOrMark(mark: string): void {
		if (!this.isAtEnd) this.expectMark(mark);
	}

	private readToken(...marks: string[]): ReadValue {
		const { rest } = this;
		const isJson = rest.startsWith('"') || /^[[{]/.test(rest);

		if (isJson) {
			const json = rest.slice(0, jsonLength(rest));
			const value: unknown = JSON.parse(json);

			this.rest = rest.slice(json.length);

			return { text: typeof value === 'string' ? value : JSON.stringify(value), isNothing: false };
		}

		const ends = marks.map((mark) => rest.indexOf(mark)).filter((end) => end >= 0);
		const plain = rest.slice(0, Math.min(rest.length, ...ends));

		this.rest = rest.slice(plain.length);

		return { text: plain, isNothing: plain === '–' };
	}

	private skip(mark: string): boolean {
		if (!this.rest.startsWith(mark)) return false;

		this.rest = this.rest.slice(mark.length);

		return true;
	}
}

/** The length of the JSON value at the beginning of a text. */
function jsonLength(text: string): number {
	let depth = 0;
	let isInText = false;

	for (let index = 0; index < text.length; index++) {
		const character = text[index];

		if (isInText) {
			if (character === '\\') index++;
			else if (character === '"') isInText = false;
		} else if (character === '"') {
			isInText = true;
		} else if (/[[{]/.test(character)) {
			depth++;
		} else if (/[\]}]/.test(character)) {
			depth--;
		}

		if (!isInText && depth === 0) return index + 1;
	}

	throw new Error(`No end of ${text}`);
}
