import * as htmlElements from '../../nodes/Vitally/text/htmlElements';
import * as htmlToMarkdown from '../../nodes/Vitally/text/htmlToMarkdown';
import * as markdownParser from '../../nodes/Vitally/text/markdownParser';
import * as paragraphMarkdown from '../../nodes/Vitally/text/paragraphMarkdown';
import * as sanitizeHtml from '../../nodes/Vitally/text/sanitizeHtml';
import * as toHtml from '../../nodes/Vitally/text/toHtml';
import * as tokenizeHtml from '../../nodes/Vitally/text/tokenizeHtml';
import * as withProtectedVariables from '../../nodes/Vitally/text/withProtectedVariables';
import * as buildTraits from '../../nodes/Vitally/values/buildTraits';
import * as byteLimits from '../../nodes/Vitally/values/byteLimits';
import * as json from '../../nodes/Vitally/values/json';
import * as matchColumns from '../../nodes/Vitally/values/matchColumns';
import * as parse from '../../nodes/Vitally/values/parse';

type Exported = (...parameters: never[]) => unknown;

/** Reads a text in a way in which the nodes do; a VitallyError is a result, too. */
export type Call = (text: string) => unknown;

const FIELD = 'Field';
const ZONE = 'Europe/Berlin';

/** What reads text with more than one pattern: single patterns are checked by eslint-plugin-regexp. */
export const READERS: ReadonlyArray<[reader: Exported, ...calls: Call[]]> = [
	[
		buildTraits.buildTraits,
		(text) => buildTraits.buildTraits({ json: text, clear: text, emptyValues: 'clear' }, ZONE),
		(text) => buildTraits.buildTraits({ json: { [text]: text }, emptyValues: 'clear' }, ZONE),
		(text) =>
			buildTraits.buildTraits(
				{ rows: [{ key: text, stringValue: text }], emptyValues: 'clear' },
				ZONE,
			),
	],
	[byteLimits.truncateToBytes, (text) => byteLimits.truncateToBytes(text, 300)],
	[
		json.parseJson,
		(text) => json.parseJson(text, FIELD),
		(text) => json.parseJson(JSON.stringify(text), FIELD),
	],
	[parse.normalizeName, parse.normalizeName],
	[parse.parseTextList, (text) => parse.parseTextList(text, FIELD)],
	[htmlElements.startsWithHtml, htmlElements.startsWithHtml],
	[markdownParser.decodeEntities, markdownParser.decodeEntities],
	[markdownParser.preserveSpaces, markdownParser.preserveSpaces],
	[paragraphMarkdown.escapeMarkdown, paragraphMarkdown.escapeMarkdown],
	[paragraphMarkdown.linkTarget, paragraphMarkdown.linkTarget],
	[
		withProtectedVariables.withProtectedVariables,
		(text) => {
			const steps = withProtectedVariables.withProtectedVariables(text, function* (hidden) {
				yield;
				return hidden;
			});
			return [...steps];
		},
	],
];

/** As READERS, for those that need much more time. */
export const SLOW_READERS: typeof READERS = [
	[
		matchColumns.matchColumns,
		(text) => matchColumns.matchColumns([text], [{ id: text.slice(1), displayName: text }]),
	],
	[
		matchColumns.similarTarget,
		(text) => matchColumns.similarTarget(text, [{ id: text.slice(1), displayName: 'Plan' }]),
	],
	[
		htmlToMarkdown.htmlToMarkdown,
		(text) => [...htmlToMarkdown.htmlToMarkdown(text)],
		(text) => [...htmlToMarkdown.htmlToMarkdown(`<code>${text}</code>.`)],
	],
	[paragraphMarkdown.paragraphMarkdown, paragraphMarkdown.paragraphMarkdown],
	[sanitizeHtml.sanitizeHtml, (text) => sanitizeHtml.sanitizeHtml(text, new Set())],
	[sanitizeHtml.unsupportedHtml, sanitizeHtml.unsupportedHtml],
	[
		toHtml.toHtml,
		(text) => [...toHtml.toHtml(text, 'markdown')],
		(text) => [...toHtml.toHtml(text, 'text')],
	],
	[tokenizeHtml.tokenizeHtml, (text) => [...tokenizeHtml.tokenizeHtml(text)]],
];
