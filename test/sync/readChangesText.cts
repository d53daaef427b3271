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

/** Reads the text of changes as a person does who knows its marks, and nothing of the values. */
export function readChangesText(text: string): ReadChange[] {
	const changes: ReadChange[] = [];
	let rest = text;

	const readToken = (...marks: string[]): ReadValue => {
		const length = rest.startsWith('"') || /^[[{]/.test(rest) ? jsonLength(rest) : undefined;

		if (length !== undefined) {
			const json = rest.slice(0, length);
			const value: unknown = JSON.parse(json);

			rest = rest.slice(length);

			return { text: typeof value === 'string' ? value : JSON.stringify(value), isNothing: false };
		}

		const ends = marks.map((mark) => rest.indexOf(mark)).filter((end) => end >= 0);
		const plain = rest.slice(0, Math.min(rest.length, ...ends));

		rest = rest.slice(plain.length);

		return { text: plain, isNothing: plain === '–' };
	};

	const skip = (mark: string): boolean => {
		if (!rest.startsWith(mark)) return false;

		rest = rest.slice(mark.length);

		return true;
	};

	const readValue = (end: string): ReadValue[] => {
		const entries = [readToken(', ', end)];

		while (skip(', ')) entries.push(readToken(', ', end));

		return entries;
	};

	const expectMark = (mark: string) => {
		if (!skip(mark)) throw new Error(`No "${mark}" before ${JSON.stringify(rest)}`);
	};

	while (rest !== '') {
		const label = readToken(': ').text;

		expectMark(': ');
		const before = readValue(' → ');

		expectMark(' → ');
		changes.push({ label, before, after: readValue('; ') });
		if (rest !== '') expectMark('; ');
	}

	return changes;
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
