import { decodeEntities } from '../../nodes/Vitally/text/html/entities';
import { startsWithHtml } from '../../nodes/Vitally/text/html/htmlElements';
import { layOutHtml } from '../../nodes/Vitally/text/html/layOutHtml';
import { supportedHtml } from '../../nodes/Vitally/text/html/supportedHtml';
import { tokenizeHtml } from '../../nodes/Vitally/text/html/tokenizeHtml';
import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { preserveSpaces } from '../../nodes/Vitally/text/markdownParser';
import { readAnswer } from '../../nodes/Vitally/text/readAnswer';
import { toHtml } from '../../nodes/Vitally/text/toHtml';
import { convertAroundVariables } from '../../nodes/Vitally/text/traitVariables';
import {
	escapeMarkdown,
	escapeLinkTarget,
	writeParagraph,
} from '../../nodes/Vitally/text/writeParagraph';
import { truncateToBytes } from '../../nodes/Vitally/values/byteLimits';
import { parseJson } from '../../nodes/Vitally/values/json/json';
import { parseTextList } from '../../nodes/Vitally/values/lists';
import { normalizeName } from '../../nodes/Vitally/values/parse';
import { buildTraits } from '../../nodes/Vitally/values/traits/buildTraits';
import { matchColumns, similarTarget } from '../../nodes/Vitally/values/traits/matchColumns';

type Exported = (...parameters: never[]) => unknown;

/** Reads a text in a way in which the nodes do; a VitallyError is a result, too. */
export type Call = (text: string) => unknown;

const FIELD = 'Field';
const ZONE = 'Europe/Berlin';

/** A function that reads text, and the ways in which it is called. */
interface Reader {
	name: string;
	calls: Call[];
}

const reader = ({ name }: Exported, ...calls: Call[]): Reader => ({ name, calls });

/** Functions that read text with several patterns: single patterns are checked by eslint-plugin-regexp. */
export const READERS: readonly Reader[] = [
	reader(
		buildTraits,
		(text) => buildTraits({ json: text, clear: text, emptyValues: 'clear' }, ZONE),
		(text) => buildTraits({ json: { [text]: text }, emptyValues: 'clear' }, ZONE),
		(text) => buildTraits({ rows: [{ key: text, stringValue: text }], emptyValues: 'clear' }, ZONE),
	),
	reader(truncateToBytes, (text) => truncateToBytes(text, 300)),
	reader(
		parseJson,
		(text) => parseJson(text, FIELD),
		(text) => parseJson(JSON.stringify(text), FIELD),
	),
	reader(normalizeName, normalizeName),
	reader(parseTextList, (text) => parseTextList(text, FIELD)),
	reader(startsWithHtml, startsWithHtml),
	reader(decodeEntities, decodeEntities),
	reader(preserveSpaces, preserveSpaces),
	reader(escapeMarkdown, escapeMarkdown),
	reader(escapeLinkTarget, escapeLinkTarget),
	reader(convertAroundVariables, (text) => {
		const steps = convertAroundVariables(text, function* (hidden) {
			yield;

			return hidden;
		});

		return [...steps];
	}),
];

/** Further functions of this kind, which need much more time. */
export const SLOW_READERS: typeof READERS = [
	reader(matchColumns, (text) => matchColumns([text], [{ id: text.slice(1), displayName: text }])),
	reader(similarTarget, (text) =>
		similarTarget(text, [{ id: text.slice(1), displayName: 'Plan' }]),
	),
	reader(
		htmlToMarkdown,
		(text) => [...htmlToMarkdown(text)],
		(text) => [...htmlToMarkdown(`<code>${text}</code>.`)],
	),
	reader(writeParagraph, writeParagraph),
	reader(
		supportedHtml,
		(text) => [...supportedHtml(`<td>${text}`, new Set())],
		(text) => [...supportedHtml(`<table><tr><td>a<td>${text}`, new Set())],
	),
	reader(layOutHtml, (text) => [...layOutHtml(text)]),
	reader(
		readAnswer,
		(text) => readAnswer(text, 'auto', new Set()),
		(text) => readAnswer(`\`\`\`md\n${text}\n\`\`\``, 'auto', new Set()),
	),
	reader(
		toHtml,
		(text) => [...toHtml(text, 'markdown')],
		(text) => [...toHtml(text, 'text')],
	),
	reader(tokenizeHtml, (text) => [...tokenizeHtml(text)]),
];
