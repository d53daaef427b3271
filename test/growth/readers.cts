import { startsWithHtml } from '../../nodes/Vitally/text/htmlElements';
import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { decodeEntities, preserveSpaces } from '../../nodes/Vitally/text/markdownParser';
import { sanitizeHtml, unsupportedHtml } from '../../nodes/Vitally/text/sanitizeHtml';
import { toHtml } from '../../nodes/Vitally/text/toHtml';
import { tokenizeHtml } from '../../nodes/Vitally/text/tokenizeHtml';
import { convertAroundVariables } from '../../nodes/Vitally/text/traitVariables';
import {
	escapeMarkdown,
	escapeLinkTarget,
	writeParagraph,
} from '../../nodes/Vitally/text/writeParagraph';
import { buildTraits } from '../../nodes/Vitally/values/buildTraits';
import { truncateToBytes } from '../../nodes/Vitally/values/byteLimits';
import { parseJson } from '../../nodes/Vitally/values/json';
import { matchColumns, similarTarget } from '../../nodes/Vitally/values/matchColumns';
import { normalizeName, parseTextList } from '../../nodes/Vitally/values/parse';

type Exported = (...parameters: never[]) => unknown;

/** Reads a text in a way in which the nodes do; a VitallyError is a result, too. */
export type Call = (text: string) => unknown;

const FIELD = 'Field';
const ZONE = 'Europe/Berlin';

/** What reads text with more than one pattern: single patterns are checked by eslint-plugin-regexp. */
export const READERS: ReadonlyArray<[reader: Exported, ...calls: Call[]]> = [
	[
		buildTraits,
		(text) => buildTraits({ json: text, clear: text, emptyValues: 'clear' }, ZONE),
		(text) => buildTraits({ json: { [text]: text }, emptyValues: 'clear' }, ZONE),
		(text) => buildTraits({ rows: [{ key: text, stringValue: text }], emptyValues: 'clear' }, ZONE),
	],
	[truncateToBytes, (text) => truncateToBytes(text, 300)],
	[parseJson, (text) => parseJson(text, FIELD), (text) => parseJson(JSON.stringify(text), FIELD)],
	[normalizeName, normalizeName],
	[parseTextList, (text) => parseTextList(text, FIELD)],
	[startsWithHtml, startsWithHtml],
	[decodeEntities, decodeEntities],
	[preserveSpaces, preserveSpaces],
	[escapeMarkdown, escapeMarkdown],
	[escapeLinkTarget, escapeLinkTarget],
	[
		convertAroundVariables,
		(text) => {
			const steps = convertAroundVariables(text, function* (hidden) {
				yield;

				return hidden;
			});

			return [...steps];
		},
	],
];

/** As READERS, for those that need much more time. */
export const SLOW_READERS: typeof READERS = [
	[matchColumns, (text) => matchColumns([text], [{ id: text.slice(1), displayName: text }])],
	[similarTarget, (text) => similarTarget(text, [{ id: text.slice(1), displayName: 'Plan' }])],
	[
		htmlToMarkdown,
		(text) => [...htmlToMarkdown(text)],
		(text) => [...htmlToMarkdown(`<code>${text}</code>.`)],
	],
	[writeParagraph, writeParagraph],
	[sanitizeHtml, (text) => sanitizeHtml(text, new Set())],
	[unsupportedHtml, unsupportedHtml],
	[toHtml, (text) => [...toHtml(text, 'markdown')], (text) => [...toHtml(text, 'text')]],
	[tokenizeHtml, (text) => [...tokenizeHtml(text)]],
];
