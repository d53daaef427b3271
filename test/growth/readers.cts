import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import * as collections from '../../nodes/Vitally/fields/collections';
import { fieldAt } from '../../nodes/Vitally/fields/fieldAt';
import * as itemParameters from '../../nodes/Vitally/fields/itemParameters';
import * as label from '../../nodes/Vitally/fields/label';
import * as list from '../../nodes/Vitally/fields/list';
import * as locators from '../../nodes/Vitally/fields/locators';
import * as options from '../../nodes/Vitally/fields/options';
import * as pickList from '../../nodes/Vitally/fields/pickList';
import * as properties from '../../nodes/Vitally/fields/properties';
import * as readers from '../../nodes/Vitally/fields/readers';
import * as traits from '../../nodes/Vitally/fields/traits/traits';
import * as traitsMapper from '../../nodes/Vitally/fields/traits/traitsMapper';
import * as calledRecord from '../../nodes/Vitally/playbook/calledRecord';
import * as ping from '../../nodes/Vitally/playbook/ping';
import * as recentCalls from '../../nodes/Vitally/playbook/recentCalls';
import * as createdRecords from '../../nodes/Vitally/records/createdRecords';
import * as createIdempotently from '../../nodes/Vitally/records/createIdempotently';
import * as findExisting from '../../nodes/Vitally/records/findExisting';
import * as locate from '../../nodes/Vitally/records/locate';
import * as recordIndex from '../../nodes/Vitally/records/recordIndex';
import * as recordList from '../../nodes/Vitally/records/recordList';
import * as recordType from '../../nodes/Vitally/records/recordType';
import * as resolveId from '../../nodes/Vitally/records/resolveId';
import * as search from '../../nodes/Vitally/records/search';
import * as similarNames from '../../nodes/Vitally/records/similarNames';
import * as updateRecord from '../../nodes/Vitally/records/updateRecord';
import * as url from '../../nodes/Vitally/records/url';
import { accountType, userType } from '../../nodes/Vitally/resources/recordTypes';
import * as htmlElements from '../../nodes/Vitally/text/htmlElements';
import * as htmlToMarkdown from '../../nodes/Vitally/text/htmlToMarkdown';
import * as markdownParser from '../../nodes/Vitally/text/markdownParser';
import * as paragraphMarkdown from '../../nodes/Vitally/text/paragraphMarkdown';
import * as renderMarkdown from '../../nodes/Vitally/text/renderMarkdown';
import * as sanitizeHtml from '../../nodes/Vitally/text/sanitizeHtml';
import * as toHtml from '../../nodes/Vitally/text/toHtml';
import * as tokenizeHtml from '../../nodes/Vitally/text/tokenizeHtml';
import * as withProtectedVariables from '../../nodes/Vitally/text/withProtectedVariables';
import * as buildTraits from '../../nodes/Vitally/values/buildTraits';
import * as byteLimits from '../../nodes/Vitally/values/byteLimits';
import * as dates from '../../nodes/Vitally/values/dates';
import * as emptyValues from '../../nodes/Vitally/values/emptyValues';
import * as json from '../../nodes/Vitally/values/json';
import * as matchColumns from '../../nodes/Vitally/values/matchColumns';
import * as parse from '../../nodes/Vitally/values/parse';
import * as traitName from '../../nodes/Vitally/values/traitName';
import * as traitValue from '../../nodes/Vitally/values/traitValue';
import * as valuesEqual from '../../nodes/Vitally/values/valuesEqual';

type Exported = ((...parameters: never[]) => unknown) | (new (...parameters: never[]) => unknown);

/** Reads a text in a way in which the nodes do; a VitallyError is a result, too. */
export type Call = (text: string) => unknown;

const FIELD = 'Field';
const ZONE = 'Europe/Berlin';
const REF = { parameter: 'field', label: FIELD };
const ACCOUNTS = recordList.recordListOf(accountType);

const indexOf = () => new recordIndex.RecordIndex(ACCOUNTS);

/** An item of a service whose every record consists of this text. */
function itemWith(text: string, param: ItemContext['param'] = () => text): ItemContext {
	const record = { id: '1', externalId: text, email: text, name: text, createdAt: text };
	const body = { ...record, results: [record], next: null };
	return {
		param,
		timeZone: ZONE,
		workspaceKey: 'workspace',
		requestsSent: 0,
		send: async () => ({ status: 200, headers: { date: text }, body }),
		apiError: () => {
			throw new Error('The service accepts every request');
		},
		lock: async (_, task) => await task(),
		withOptimisticLock: async () => {
			throw new Error('No reader writes');
		},
		oncePerRun: async (_, read) => await read(),
		wait: async () => {},
		annotate: () => {},
		itemKey: () => [],
	};
}

/** An item with one parameter; the others are not set. */
const itemWithOnly = (parameter: string, value: unknown) =>
	itemWith(String(value), (name) => (name === parameter ? value : undefined));

const MODES = ['id', 'externalId', 'email', 'name', 'url', 'column'] as const;

/** One call for each way to name a record. */
const inEachMode = (call: (mode: (typeof MODES)[number], text: string) => unknown): Call[] =>
	MODES.map((mode) => (text) => call(mode, text));

/** The exported functions that read text, each with the calls that are measured. */
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
	[
		buildTraits.needsTypes,
		(text) => buildTraits.needsTypes({ rows: [{ stringValue: text }], emptyValues: 'clear' }),
	],
	[
		buildTraits.repeatedKeyError,
		(text) => buildTraits.repeatedKeyError(text, buildTraits.TRAIT_LABELS),
	],
	[byteLimits.jsonByteLength, byteLimits.jsonByteLength],
	[byteLimits.truncateToBytes, (text) => byteLimits.truncateToBytes(text, 300)],
	[dates.calendarDate, (text) => dates.calendarDate(text, FIELD, ZONE)],
	[dates.utcDateTime, (text) => dates.utcDateTime(text, FIELD, ZONE)],
	[emptyValues.isEmpty, emptyValues.isEmpty],
	[emptyValues.isNoId, emptyValues.isNoId],
	[emptyValues.nullLikeAsNull, (text) => emptyValues.nullLikeAsNull({ list: [text] })],
	[emptyValues.assertNotNullLike, (text) => emptyValues.assertNotNullLike(text, FIELD)],
	[emptyValues.assertNotNullLikeId, (text) => emptyValues.assertNotNullLikeId(text, FIELD)],
	[
		json.parseJson,
		(text) => json.parseJson(text, FIELD),
		(text) => json.parseJson(JSON.stringify(text), FIELD),
	],
	[parse.normalizeName, parse.normalizeName],
	[parse.parseDecimal, parse.parseDecimal],
	[parse.parseTextList, (text) => parse.parseTextList(text, FIELD)],
	[traitName.traitKeyOf, traitName.traitKeyOf],
	[traitName.traitName, traitName.traitName],
	[traitValue.traitTypeOf, traitValue.traitTypeOf],
	[
		traitValue.traitValue,
		(text) => traitValue.traitValue('string', text, FIELD, ZONE),
		(text) => traitValue.traitValue('number', text, FIELD, ZONE),
		(text) => traitValue.traitValue('boolean', text, FIELD, ZONE),
		(text) => traitValue.traitValue('date', text, FIELD, ZONE),
		(text) => traitValue.traitValue('dateTime', text, FIELD, ZONE),
		(text) => traitValue.traitValue('multiSelect', text, FIELD, ZONE),
	],
	[
		valuesEqual.valuesEqual,
		(text) => valuesEqual.valuesEqual(text, `${text} `),
		(text) => valuesEqual.valuesEqual(7, text),
		(text) => valuesEqual.valuesEqual([text, 'a'], ['a', 'b']),
	],
	[valuesEqual.matchesSent, (text) => valuesEqual.matchesSent({ a: text }, { a: `${text} ` })],

	[htmlElements.isHtmlElement, htmlElements.isHtmlElement],
	[htmlElements.startsWithHtml, htmlElements.startsWithHtml],
	[markdownParser.decodeEntities, markdownParser.decodeEntities],
	[markdownParser.escapeHtml, markdownParser.escapeHtml],
	[markdownParser.formatAttribute, (text) => markdownParser.formatAttribute('href', text)],
	[markdownParser.isSafeUrl, markdownParser.isSafeUrl],
	[markdownParser.preserveSpaces, markdownParser.preserveSpaces],
	[markdownParser.trimSpaces, markdownParser.trimSpaces],
	[paragraphMarkdown.escapeMarkdown, paragraphMarkdown.escapeMarkdown],
	[paragraphMarkdown.linkTarget, paragraphMarkdown.linkTarget],
	[
		withProtectedVariables.withProtectedVariables,
		(text) => withProtectedVariables.withProtectedVariables(text, (hidden) => hidden),
	],

	[fieldAt, (text) => fieldAt([properties.nameField], text.split('a'))],
	[label.labelOf, label.labelOf],
	[label.labelExpression, (text) => label.labelExpression('resource', [[text, text]])],
	[list.readLimit, (text) => list.readLimit(itemWithOnly('limit', text))],
	[list.readSortKey, (text) => list.readSortKey(itemWith(text))],
	[locators.article, locators.article],
	[locators.parseLocator, (text) => locators.parseLocator(text, FIELD)],
	[locators.readLocator, (text) => locators.readLocator(itemWith(text), FIELD)],
	[locators.readRequiredId, (text) => locators.readRequiredId(text, FIELD)],
	[options.readDryRun, (text) => options.readDryRun(itemWith(text))],
	[options.readEmptyValues, (text) => options.readEmptyValues(itemWith(text))],
	[readers.assertExpressionResolved, (text) => readers.assertExpressionResolved('field', [text])],
	[readers.notObjectError, (text) => readers.notObjectError(text, FIELD)],
	[readers.optionalText, (text) => readers.optionalText(itemWith(text), 'field', FIELD)],
	[readers.readBoolean, (text) => readers.readBoolean(itemWith(text), REF, false)],
	[readers.readChoice, (text) => readers.readChoice(itemWith(text), options.emptyValuesOption)],
	[
		readers.readNumber,
		(text) =>
			readers.readNumber(itemWith(text), REF, { fallback: 1, isAllowed: () => true, wanted: '' }),
	],
	[readers.readLimitation, (text) => readers.readLimitation(itemWith(text), REF)],
	[readers.readObject, (text) => readers.readObject(itemWith(text), REF)],
	[readers.readSearchText, (text) => readers.readSearchText(itemWith(text), REF)],
	[readers.readText, (text) => readers.readText(text, FIELD)],
	[readers.readTextParameter, (text) => readers.readTextParameter(itemWith(text), 'aId', FIELD)],
	[readers.requiredText, (text) => readers.requiredText(itemWith(text), 'field', FIELD)],
	[readers.rowsOf, (text) => readers.rowsOf({ row: text }, 'row')],
	[readers.unknownValueError, (text) => readers.unknownValueError(text, FIELD, ['a'])],
	[
		traits.readKeyValueRows,
		(text) => traits.readKeyValueRows(itemWithOnly('aJson', text), 'a', buildTraits.TRAIT_LABELS),
	],
	[
		traits.readTraitInput,
		(text) => traits.readTraitInput(itemWithOnly('traits', text)),
		(text) => {
			const param = (name: string) => ({ traitsMode: 'json', traitsJson: text })[name];
			return buildTraits.buildTraits(traits.readTraitInput(itemWith(text, param)), ZONE);
		},
	],
	[traits.usesMapper, (text) => traits.usesMapper(itemWith(text))],

	[
		calledRecord.parseMatch,
		(text) => calledRecord.parseMatch({ account: { id: text }, match: text }),
	],
	[recentCalls.RecentCalls, (text) => new recentCalls.RecentCalls().add(text, { text })],

	[locate.locationOf, (text) => locate.locationOf(accountType, text)],
	[
		recordIndex.RecordIndex,
		async (text) => {
			const index = indexOf();
			await index.readAll(itemWith(text));
			return index.withTextInName(text);
		},
	],
	[recordList.normalizeEmail, recordList.normalizeEmail],
	[recordList.keyOf, (text) => recordList.keyOf({ ...ACCOUNTS, key: 'email' }, { email: text })],
	[recordType.isVitallyId, recordType.isVitallyId],
	[resolveId.missingError, (text) => resolveId.missingError(ACCOUNTS, { value: text }, FIELD)],
	[similarNames.namesWith, (text) => similarNames.namesWith(indexOf(), ACCOUNTS, text, true)],
	[similarNames.suggestions, (text) => similarNames.suggestions(indexOf(), ACCOUNTS, text)],
	[resolveId.noIdMessage, (text) => resolveId.noIdMessage(FIELD, text, [])],
	[
		resolveId.recognize,
		...inEachMode((mode, value) => resolveId.recognize({ mode, value }, userType, FIELD)),
	],
	[
		resolveId.resolveId,
		...inEachMode(async (mode, value) => {
			const id = resolveId.resolveId({}, userType, { mode, value }, FIELD);
			await resolveId.resolveValue(
				itemWith('x', () => undefined),
				id,
			);
		}),
	],
	[search.parseEmail, (text) => search.parseEmail(text, FIELD)],
	[search.readByEmail, (text) => search.readByEmail(itemWith(text), userType, text)],
	[
		url.idInLink,
		(text) => url.idInLink(`${text}/`, accountType, FIELD),
		(text) => url.idInLink(`https://acme.vitally.io/accounts/${text}`, accountType, FIELD),
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
		htmlToMarkdown.htmlToMarkdown,
		(text) => htmlToMarkdown.htmlToMarkdown(`<code>${text}</code>.`),
	],
	[paragraphMarkdown.paragraphMarkdown, paragraphMarkdown.paragraphMarkdown],
	[sanitizeHtml.sanitizeHtml, (text) => sanitizeHtml.sanitizeHtml(text, new Set())],
	[sanitizeHtml.unsupportedHtml, sanitizeHtml.unsupportedHtml],
	[toHtml.toHtml, (text) => toHtml.toHtml(text, 'markdown'), (text) => toHtml.toHtml(text, 'text')],
	[tokenizeHtml.tokenizeHtml, (text) => [...tokenizeHtml.tokenizeHtml(text)]],
];

/** The exported functions that read no text of a user, or pass it to one of READERS. */
export const OTHERS: readonly Exported[] = [
	byteLimits.takeWithinBytes,
	emptyValues.encodeEmpty,
	json.assertDepth,
	json.isPlainObject,
	json.isTooDeep,
	json.jsonValue,
	json.omitUndefined,
	json.ownValue,
	parse.assertSafeInteger,
	traitValue.emptyTrait,
	traitValue.isTraitType,
	traitValue.valueParameter,

	// Pass their text to a reader above, or are called by one.
	renderMarkdown.renderMarkdown,
	traitsMapper.columnsLeftOut,
	traitsMapper.columnsWithout,
	url.appLink,
	traitsMapper.readMappedItem,
	locate.explainNotFound,
	locate.locateById,
	locate.locateByPath,
	locate.locateToRead,
	locate.lockRecord,
	locate.selectedRecord,

	...Object.values(collections),
	...Object.values(pickList),
	itemParameters.withParam,
	list.sortField,
	locators.locatorField,
	readers.readSwitch,
	readers.refTo,
	readers.wholeNumber,
	properties.choiceProperty,
	properties.dateProperty,
	properties.jsonProperty,
	properties.numberProperty,
	properties.rowsProperty,
	properties.switchProperty,
	properties.textProperty,
	properties.timeProperty,
	traits.keyValueFields,
	traits.mappedTraitFields,
	traitsMapper.mapperColumn,

	ping.ping,

	...Object.values(createIdempotently),
	...Object.values(createdRecords),
	...Object.values(findExisting),
	...Object.values(updateRecord),
	locate.lockExternalId,
	recordIndex.recordIndexOf,
	recordList.ambiguousError,
	recordList.readByExternalId,
	recordList.recordListOf,
	recordType.describeNotFound,
	recordType.externalIdField,
	recordType.optionalLocator,
	recordType.parameterOf,
	recordType.requiredLocator,
	recordType.searchMethodOf,
	similarNames.listed,
	resolveId.PendingValue,
	resolveId.resolveValue,
	search.emailSearch,
	search.findBySearch,
	search.listBy,
	url.howToCopy,
];
