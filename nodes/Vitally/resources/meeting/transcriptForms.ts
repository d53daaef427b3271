import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../../errors/formatValue';
import { decodeEntities } from '../../text/html/entities';
import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/json/json';

/** What one person says in a row, as the service has it: times in milliseconds from the start. */
interface TranscriptEntry {
	speaker: IDataObject;
	sentences: IDataObject[];
}

/** An entry that lacks something; `fault` follows the name of the field in the error. */
export class TranscriptFault {
	constructor(readonly fault: string) {}
}

/** The times of a sentence by the names that tools give to them, and what one unit is in milliseconds. */
const TIME_NAMES = [
	{ from: 'startTime', to: 'endTime', unitMs: 1 },
	{ from: 'start', to: 'end', unitMs: 1 },
	{ from: 'start_time', to: 'end_time', unitMs: 1000 },
];

/** The names under which an entry of one sentence has its speaker. */
const SPEAKER_NAMES = ['speaker', 'speakerId', 'speaker_id', 'speaker_name'];

const VTT = /^\uFEFF?WEBVTT/;

/** Hours are optional; what follows the second time are settings of the display. */
const VTT_TIMES =
	/^((?:\d+:)?\d{2}:\d{2}[.,]\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d{2}:\d{2}[.,]\d{3})(?:[ \t].*)?$/;

/** A voice is marked with a tag, or as Zoom does, with the name before a colon. */
const VOICE_TAG = /^<v(?:\.[^\s>]*)?\s([^<>]+)>(.*)$/s;
const VOICE_NAME = /^([^:\n]{1,80}):\s(.+)$/s;

/** Several persons may speak in one cue, each behind a tag. */
const BEFORE_VOICE_TAG = /(?=<v[.\s])/;

/** The tags of WebVTT, and that of other files of subtitles for the font. Other text between these signs is what was said. */
const VTT_TAG =
	/<\/?(?:[bciuv]|font|lang|rt|ruby)(?:[.\s][^<>]*)?>|<(?:\d+:)?\d{2}:\d{2}[.,]\d{3}>/g;

/** Whether a text is a file of subtitles, as Zoom and Teams export a transcript. */
export function isVtt(text: string): boolean {
	return VTT.test(text);
}

/**
 * Reads the cues of a WebVTT file. A cue without a name continues what the person before it said.
 *
 * @throws TranscriptFault for a file without cues, and for one that begins without a name
 */
export function readVtt(text: string): TranscriptEntry[] {
	const blocks = text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/);
	// A colon is no mark of a name where names have tags.
	const voice = /<v[.\s]/.test(text) ? VOICE_TAG : VOICE_NAME;
	const entries: TranscriptEntry[] = [];

	for (const block of blocks) {
		const lines = block.split('\n');
		const timesIndex = lines.findIndex((line) => VTT_TIMES.test(line.trim()));
		if (timesIndex === -1) continue;

		const [, from, to] = VTT_TIMES.exec(lines[timesIndex].trim()) ?? [];
		const said = lines
			.slice(timesIndex + 1)
			.join('\n')
			.trim();

		for (const part of said.split(BEFORE_VOICE_TAG)) {
			const [, name, words = part] = voice.exec(part) ?? [];
			const shown = shownText(words);
			if (shown === '') continue;

			const speaker = name === undefined ? entries.at(-1)?.speaker : namedSpeaker(shownText(name));

			if (!speaker) {
				throw new TranscriptFault(`has no name before the first sentence, at ${from}`);
			}

			addSentence(entries, speaker, {
				text: shown,
				startTime: vttTimeMs(from),
				endTime: vttTimeMs(to),
			});
		}
	}

	if (entries.length > 0) return entries;

	throw new TranscriptFault('is a WebVTT file without sentences');
}

/**
 * Reads a list in the form of the service, with the sentences of one person in each entry, or with one sentence in each.
 *
 * @throws TranscriptFault for an entry without a speaker, text or valid time
 */
export function readEntries(list: readonly unknown[]): TranscriptEntry[] {
	const entries: TranscriptEntry[] = [];

	for (const [index, entry] of list.entries()) {
		const place = `entry ${index + 1}`;
		if (!isPlainObject(entry)) throw new TranscriptFault(`has no object in ${place}`);

		const speaker = readSpeaker(entry, place);

		if (entry.sentences === undefined && entry.text !== undefined) {
			addSentence(entries, speaker, readSentence(withoutSpeaker(entry), place));
			continue;
		}

		const { sentences } = entry;

		if (!Array.isArray(sentences) || sentences.length === 0) {
			throw new TranscriptFault(`has no list 'sentences' in ${place}`);
		}

		const read = (sentences as unknown[]).map((sentence, number) =>
			readSentence(sentence, `sentence ${number + 1} of ${place}`),
		);

		entries.push({ speaker, sentences: read });
	}

	return entries;
}

/** Returns what an entry of one sentence says of the sentence: Vitally rejects one that names its speaker. */
function withoutSpeaker(entry: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(entry).filter(([name]) => !SPEAKER_NAMES.includes(name)),
	);
}

/** Adds a sentence to what its speaker is saying. */
function addSentence(entries: TranscriptEntry[], speaker: IDataObject, sentence: IDataObject) {
	const last = entries.at(-1);

	if (last && last.speaker.externalId === speaker.externalId) {
		last.sentences.push(sentence);
	} else {
		entries.push({ speaker, sentences: [sentence] });
	}
}

function readSpeaker(entry: IDataObject, place: string): IDataObject {
	const { speaker, speakerId, speaker_name: speakerName } = entry;
	if (isPlainObject(speaker) && isId(speaker.externalId)) return speaker;
	if (isText(speaker)) return namedSpeaker(speaker);
	if (isId(speakerId)) return { externalId: String(speakerId) };
	// The number of a speaker counts within one meeting: it could be the External ID of someone else.
	if (isText(speakerName)) return namedSpeaker(speakerName);

	throw new TranscriptFault(
		`has no speaker in ${place}: 'speaker.externalId', 'speakerId', 'speaker_name' or a text in 'speaker'`,
	);
}

/** A speaker of whom only the name is known. */
function namedSpeaker(name: string): IDataObject {
	return { externalId: name.trim(), name: name.trim() };
}

function readSentence(sentence: unknown, place: string): IDataObject {
	if (!isPlainObject(sentence) || !isText(sentence.text)) {
		throw new TranscriptFault(`has no 'text' in ${place}`);
	}

	const names = TIME_NAMES.find(({ from, to }) => from in sentence || to in sentence);
	if (!names) return sentence;

	const { from, to, unitMs } = names;
	const startTime = readTime(sentence[from], unitMs, `'${from}' of ${place}`);
	const endTime = readTime(sentence[to], unitMs, `'${to}' of ${place}`);
	// A sentence in the service's own form keeps its other properties.
	const others = from === 'startTime' ? sentence : { text: sentence.text };
	const times: IDataObject = {};

	if (startTime !== undefined) times.startTime = startTime;
	if (endTime !== undefined) times.endTime = endTime;

	return { ...others, ...times };
}

/** @returns milliseconds; `undefined` for none */
function readTime(time: unknown, unitMs: number, place: string): number | undefined {
	if (time === undefined) return undefined;

	const isValid = typeof time === 'number' && Number.isFinite(time) && time >= 0;

	if (!isValid) {
		throw new TranscriptFault(`has ${formatValue(time)} as ${place}, which is not a number`);
	}

	// Fractions of a millisecond would mean that these are seconds.
	if (unitMs === 1 && !Number.isInteger(time)) {
		throw new TranscriptFault(`has ${time} as ${place}, which are not whole milliseconds`);
	}

	return Math.round(time * unitMs);
}

/** The text of a cue as a player shows it. */
function shownText(text: string): string {
	return decodeEntities(text.replace(VTT_TAG, '')).trim();
}

function vttTimeMs(time: string): number {
	const [seconds, minutes, hours = '0'] = time.replace(',', '.').split(':').reverse();

	return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

function isId(value: unknown): boolean {
	return isText(value) || Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && !isEmpty(value);
}
