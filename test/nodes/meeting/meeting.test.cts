import type { IDataObject } from 'n8n-workflow';

import type { Predicate } from '../../../nodes/Vitally/operations/filters/fieldFilter';
import { meetingFilters } from '../../../nodes/Vitally/resources/meeting/meetingFilters';
import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { lostChangeError } from '../../errors/lostChangeError.cts';
import {
	emptyFieldError,
	emptyLocatorError,
	notAddressError,
	notAnOptionError,
} from '../../errors/valueErrors.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addMeeting,
	addMeetingWithTranscript,
	addTranscript,
	meetingOf,
	MEETINGS,
	TRANSCRIPT,
} from '../../fixtures/meetings.cts';
import { DELETE, GET, POST } from '../../fixtures/requests.cts';

describeOperation('meeting: getTranscript', [
	{
		name: 'reports that there is none',
		given: (sandbox) => addMeeting(sandbox, 'm-1'),
		parameters: { meetingId: byId('m-1') },
		throws: {
			message: 'The meeting "m-1" has no transcript, or was not found',
			description:
				"Check 'Meeting'. A transcript is there once a recording tool or 'Set Transcript' has sent one to Vitally. Vitally says: \"Transcript not found\". (HTTP 404, GET /resources/meetings/m-1/transcript)",
			httpCode: '404',
		},
	},
]);

describeOperation('meeting: delete', [
	{
		name: 'archives by its Vitally ID the meeting that an External ID names, which the path does not accept',
		given: (sandbox) => addMeeting(sandbox, 'm-1', { externalId: 'M1' }),
		parameters: { meetingId: byExternalId('M1') },
		sends: [GET(`${MEETINGS}/M1`), DELETE(`${MEETINGS}/m-1`)],
		returns: [{ deleted: true, id: 'm-1', externalId: 'M1' }],
	},
]);

const set = { meetingId: byId('m-1'), transcript: '={{ $json.transcript }}' };
const post = POST(`${MEETINGS}/m-1/transcript`, { transcript: TRANSCRIPT });
const [{ speaker, sentences }] = TRANSCRIPT;
const ofAll = ({ state }: Sandbox) =>
	[...state.transcripts.all()].map(({ meetingId, transcript }) => [meetingId, transcript]);

/** A speaker of whom only the name is known. */
const calledBy = (name: string) => ({ externalId: name, name });

interface Said {
	speaker: { externalId: string };
	sentences: Array<{ text: string; startTime?: number; endTime?: number }>;
}

/** `Kim: Hi (1000 to 2000 ms)` */
const linesOf = (transcript: Said[]) =>
	transcript.flatMap((said) =>
		said.sentences.map(
			({ text, startTime = 'none', endTime = 'none' }) =>
				`${said.speaker.externalId}: ${text} (${startTime} to ${endTime} ms)`,
		),
	);

const NO_SPEAKER =
	"has no speaker in entry 2: 'speaker.externalId', 'speakerId', 'speaker_name' or a text in 'speaker'";

const transcriptError = (fault: string) => ({
	message: `The value of 'Transcript' ${fault}`,
	description:
		'Enter a list such as [{ "speaker": { "externalId": "user-7", "name": "Robin" }, "sentences": [{ "text": "Hello", "startTime": 0, "endTime": 900 }] }], with times in milliseconds. The list of a call in Gong, the sentences of Fireflies and the text of a WebVTT file also work.',
});

describeOperation('meeting: setTranscript', [
	{
		name: 'sends it, from text, and again after a lost response: it replaces itself',
		given: withFault((sandbox) => addMeeting(sandbox, 'm-1'), {
			kind: 'resetAfter',
			on: { method: 'POST' },
			times: 1,
		}),
		parameters: set,
		items: [{ transcript: JSON.stringify(TRANSCRIPT) }],
		sends: [post, post],
		returns: [{ meetingId: 'm-1' }],
		then: (sandbox) => expect(ofAll(sandbox)).toEqual([['m-1', TRANSCRIPT]]),
	},
	{
		name: 'rejects a number that would be sent as null, before anything is sent',
		parameters: set,
		items: [
			{
				transcript: JSON.stringify([{ speaker, sentences: [{ text: 'Bye', sure: 8 }] }]).replace(
					'8',
					'1e400',
				),
			},
		],
		throws: {
			message: "The value Infinity of 'sure' in 'sentences' in 'Transcript' cannot be sent",
			description: 'Check the expression: it may calculate with a value that is missing.',
		},
		sends: [],
	},
	...[
		{ name: 'an empty list, which would remove it', transcript: [] },
		{ name: 'an object around the list', transcript: { transcript: TRANSCRIPT } },
	].map(({ name, transcript }) => ({
		name: `rejects ${name}, before anything is sent`,
		parameters: set,
		items: [{ transcript: transcript as unknown as IDataObject }],
		throws: transcriptError('is not a list of entries'),
		sends: [],
	})),
	...[
		{
			name: 'an entry without sentences',
			entry: { speaker },
			fault: "has no list 'sentences' in entry 2",
		},
		{
			name: 'an empty list of sentences',
			entry: { speaker, sentences: [] },
			fault: "has no list 'sentences' in entry 2",
		},
		{
			name: 'a blank speaker',
			entry: { speaker: { externalId: ' ' }, sentences },
			fault: NO_SPEAKER,
		},
		{
			name: 'the number of a speaker alone, which could be the External ID of someone else',
			entry: { speaker_id: 0, text: 'Bye', start_time: 1 },
			fault: NO_SPEAKER,
		},
		{
			name: 'the ID of a speaker as a number that has lost digits',
			entry: { speakerId: 2 ** 53, sentences },
			fault: NO_SPEAKER,
		},
		{
			name: 'a time that is text',
			entry: { speaker, sentences: [...sentences, { text: 'Bye', startTime: '900' }] },
			fault: 'has "900" as \'startTime\' of sentence 2 of entry 2, which is not a number',
		},
		{
			name: 'a time that is infinite',
			entry: { speaker, sentences: [{ text: 'Bye', endTime: Infinity }] },
			fault: "has Infinity as 'endTime' of sentence 1 of entry 2, which is not a number",
		},
		{
			name: 'a time below 0',
			entry: { speaker, sentences: [{ text: 'Bye', startTime: -1 }] },
			fault: "has -1 as 'startTime' of sentence 1 of entry 2, which is not a number",
		},
		{
			name: 'a time in seconds',
			entry: { speaker, sentences: [{ text: 'Bye', start: 1.25, end: 2 }] },
			fault: "has 1.25 as 'start' of sentence 1 of entry 2, which are not whole milliseconds",
		},
		{
			name: 'a text that is a number',
			entry: { speaker, sentences: [{ text: 5 }] },
			fault: "has no 'text' in sentence 1 of entry 2",
		},
		{ name: 'an entry that is a text', entry: 'Bye', fault: 'has no object in entry 2' },
	].map(({ name, entry, fault }) => ({
		name: `rejects ${name}, before anything is sent`,
		parameters: set,
		given: (sandbox: Sandbox) => addMeeting(sandbox, 'm-1'),
		items: [{ transcript: [...TRANSCRIPT, entry] as unknown as IDataObject[] }],
		throws: transcriptError(fault),
		sends: [],
	})),
	...[
		{
			form: 'a call in Gong',
			transcript: [
				{
					speakerId: '6432345678555530067',
					topic: 'Call Setup',
					sentences: [{ start: 460230, end: 462343, text: 'Hello.' }],
				},
			],
			sent: [
				{
					speaker: { externalId: '6432345678555530067' },
					sentences: [{ text: 'Hello.', startTime: 460230, endTime: 462343 }],
				},
			],
		},
		{
			form: 'the sentences of Fireflies',
			transcript: [
				{ index: 0, speaker_id: 0, speaker_name: 'Kim', text: 'Hi', start_time: 0.5, end_time: 1 },
				{ index: 1, speaker_id: 0, speaker_name: 'Kim', text: 'You?', start_time: 1, end_time: 2 },
				{ index: 2, speaker_id: 1, speaker_name: 'Robin', text: 'Me', start_time: 2.004 },
			],
			sent: [
				{
					speaker: { externalId: 'Kim', name: 'Kim' },
					sentences: [
						{ text: 'Hi', startTime: 500, endTime: 1000 },
						{ text: 'You?', startTime: 1000, endTime: 2000 },
					],
				},
				{
					speaker: { externalId: 'Robin', name: 'Robin' },
					sentences: [{ text: 'Me', startTime: 2004 }],
				},
			],
		},
		...[
			{
				name: 'objects',
				kim: { speaker: { externalId: 'k' } },
				robin: { speaker: { externalId: 'r' } },
				speakers: [{ externalId: 'k' }, { externalId: 'r' }],
			},
			{
				name: 'names',
				kim: { speaker: 'k' },
				robin: { speaker: 'r' },
				speakers: [calledBy('k'), calledBy('r')],
			},
			{
				name: 'IDs',
				kim: { speakerId: 'k' },
				robin: { speakerId: 'r' },
				speakers: [{ externalId: 'k' }, { externalId: 'r' }],
			},
			{
				name: 'numbers',
				kim: { speakerId: 0 },
				robin: { speakerId: 1 },
				speakers: [{ externalId: '0' }, { externalId: '1' }],
			},
			{
				name: 'names of Fireflies',
				kim: { speaker_name: 'k' },
				robin: { speaker_name: 'r' },
				speakers: [calledBy('k'), calledBy('r')],
			},
			{
				name: 'numbers and names',
				kim: { speaker_id: 0, speaker_name: 'k' },
				robin: { speaker_id: 1, speaker_name: 'r' },
				speakers: [calledBy('k'), calledBy('r')],
			},
		].map(({ name, kim, robin, speakers: [first, second] }) => ({
			form: `single sentences, each to its speaker, with speakers as ${name}`,
			transcript: [
				{ ...kim, text: 'Hi', start: 1 },
				{ ...kim, text: 'You?', start: 2 },
				{ ...robin, text: 'Me', start: 3 },
			],
			sent: [
				{
					speaker: first,
					sentences: [
						{ text: 'Hi', startTime: 1 },
						{ text: 'You?', startTime: 2 },
					],
				},
				{ speaker: second, sentences: [{ text: 'Me', startTime: 3 }] },
			],
		})),
		...[
			{ name: 'an object', entry: { speaker: { externalId: 'k' } }, speaker: { externalId: 'k' } },
			{ name: 'a name', entry: { speaker: 'k' }, speaker: calledBy('k') },
			{ name: 'an ID', entry: { speakerId: 'k' }, speaker: { externalId: 'k' } },
			{
				name: 'a number and a name',
				entry: { speaker_id: 0, speaker_name: 'k' },
				speaker: calledBy('k'),
			},
		].flatMap(({ name, entry, speaker: read }) => [
			{
				form: `a single sentence without a time, with ${name} as its speaker`,
				transcript: [{ ...entry, text: 'Hi' }],
				sent: [{ speaker: read, sentences: [{ text: 'Hi' }] }],
			},
			{
				form: `a single sentence with the times of Vitally, with ${name} as its speaker`,
				transcript: [{ ...entry, text: 'Hi', startTime: 1, endTime: 2 }],
				sent: [{ speaker: read, sentences: [{ text: 'Hi', startTime: 1, endTime: 2 }] }],
			},
		]),
		{
			form: 'a WebVTT file of Zoom',
			transcript:
				'WEBVTT\r\n\r\n1\r\n00:00:01.500 --> 00:00:03.000\r\nKim Lee: Hello: all\r\n\r\n2\r\n01:00:03.000 --> 01:00:04.000\r\nand welcome\r\n',
			sent: [
				{
					speaker: { externalId: 'Kim Lee', name: 'Kim Lee' },
					sentences: [
						{ text: 'Hello: all', startTime: 1500, endTime: 3000 },
						{ text: 'and welcome', startTime: 3_603_000, endTime: 3_604_000 },
					],
				},
			],
		},
		{
			form: 'a WebVTT file of Teams',
			transcript:
				'WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n<v Kim Lee>Note: <i>no</i> name</v>\n',
			sent: [
				{
					speaker: { externalId: 'Kim Lee', name: 'Kim Lee' },
					sentences: [{ text: 'Note: no name', startTime: 1000, endTime: 2000 }],
				},
			],
		},
		...[
			{ what: 'has a time of the day without a name', said: '10:30 works' },
			{ what: 'has an address without a name', said: 'https://acme.example' },
			{ what: 'has a colon in its second line', said: 'welcome\nNote: all' },
		].map(({ what, said }) => ({
			form: `a WebVTT file in which a sentence ${what}, to the speaker before it`,
			transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\nKim: Hi\n\n00:02.000 --> 00:03.000\n${said}\n`,
			sent: [
				{
					speaker: calledBy('Kim'),
					sentences: [
						{ text: 'Hi', startTime: 1000, endTime: 2000 },
						{ text: said, startTime: 2000, endTime: 3000 },
					],
				},
			],
		})),
		{
			form: 'a WebVTT file with tags, in which a sentence with a colon has none, to the speaker before it',
			transcript:
				'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Kim>Hi</v>\n\n00:02.000 --> 00:03.000\nNote: all\n',
			sent: [
				{
					speaker: calledBy('Kim'),
					sentences: [
						{ text: 'Hi', startTime: 1000, endTime: 2000 },
						{ text: 'Note: all', startTime: 2000, endTime: 3000 },
					],
				},
			],
		},
		...[
			{ place: 'on lines of their own', cue: '<v Kim>Hi</v>\n<v Robin>Hello</v>' },
			{ place: 'on one line', cue: '<v Kim>Hi <v Robin>Hello' },
		].map(({ place, cue }) => ({
			form: `a WebVTT file in which two persons speak in one cue, ${place}, each with the own words`,
			transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\n${cue}\n`,
			sent: [
				{
					speaker: calledBy('Kim'),
					sentences: [{ text: 'Hi', startTime: 1000, endTime: 2000 }],
				},
				{
					speaker: calledBy('Robin'),
					sentences: [{ text: 'Hello', startTime: 1000, endTime: 2000 }],
				},
			],
		})),
		{
			form: 'a WebVTT file with blanks in the line between two cues',
			transcript:
				'WEBVTT\n\n00:01.000 --> 00:02.000\nKim: Hi\n \t\n00:02.000 --> 00:03.000\nRobin: Hello\n',
			sent: [
				{
					speaker: calledBy('Kim'),
					sentences: [{ text: 'Hi', startTime: 1000, endTime: 2000 }],
				},
				{
					speaker: calledBy('Robin'),
					sentences: [{ text: 'Hello', startTime: 2000, endTime: 3000 }],
				},
			],
		},
		...[
			{ what: 'signs that are no tags', said: 'from <10k users to >5k seats' },
			{ what: 'signs as the standard writes them', said: 'from &lt;10k users to &gt;5k seats' },
			{ what: 'tags between them', said: 'from <00:01.500><c.loud><10k</c> users to >5k seats' },
		].map(({ what, said }) => ({
			form: `a WebVTT file with all words between ${what}`,
			transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\nKim: ${said}\n`,
			sent: [
				{
					speaker: calledBy('Kim'),
					sentences: [{ text: 'from <10k users to >5k seats', startTime: 1000, endTime: 2000 }],
				},
			],
		})),
		...[
			{ mark: 'a name', cue: 'Kim: Hi\nall' },
			{ mark: 'a tag', cue: '<v Kim>Hi\nall</v>' },
		].map(({ mark, cue }) => ({
			form: `a WebVTT file with two lines behind ${mark}`,
			transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\n${cue}\n`,
			sent: [
				{
					speaker: calledBy('Kim'),
					sentences: [{ text: 'Hi\nall', startTime: 1000, endTime: 2000 }],
				},
			],
		})),
		...[
			{
				form: 'that begins with a byte order mark',
				transcript: '\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nKim: Hi\n',
			},
			{
				form: 'with a carriage return alone at the end of each line',
				transcript: 'WEBVTT\r\r00:01.000 --> 00:02.000\rKim: Hi\r',
			},
			{
				form: 'whose times have a comma',
				transcript: 'WEBVTT\n\n00:01,000 --> 00:02,000\nKim: Hi\n',
			},
			{
				form: 'whose times have tabs between them',
				transcript: 'WEBVTT\n\n00:01.000\t-->\t00:02.000\nKim: Hi\n',
			},
			{
				form: 'whose times have a setting of the display behind them',
				transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nKim: Hi\n',
			},
			{
				form: 'whose times have a setting of the display behind a tab',
				transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\tline:0\nKim: Hi\n',
			},
			{
				form: 'whose times have blanks around them',
				transcript: 'WEBVTT\n\n 00:01.000  -->  00:02.000 \nKim: Hi\n',
			},
			{
				form: 'whose times have hours',
				transcript: 'WEBVTT\n\n000:00:01.000 --> 00:00:02.000\nKim: Hi\n',
			},
			{
				form: 'with a text behind WEBVTT',
				transcript: 'WEBVTT - a call\n\n00:01.000 --> 00:02.000\nKim: Hi\n',
			},
			{
				form: 'with several empty lines before a sentence',
				transcript: 'WEBVTT\n\n\n\n00:01.000 --> 00:02.000\nKim: Hi\n\n\n',
			},
			{
				form: 'with a class in the tag of a voice',
				transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.first.loud Kim>Hi</v>\n',
			},
			{
				form: 'with a blank behind the name in the tag of a voice',
				transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Kim >Hi</v>\n',
			},
			{
				form: 'with several tags in one cue',
				transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Kim><b><i>Hi</i></b></v>\n',
			},
			{
				form: 'with a note, and a cue without text',
				transcript:
					'WEBVTT\n\nNOTE Kim: none\n\n00:00.000 --> 00:01.000\n\n00:01.000 --> 00:02.000\nKim: Hi\n',
			},
		].map(({ form, transcript }) => ({
			form: `a WebVTT file ${form}`,
			transcript,
			sent: [
				{
					speaker: { externalId: 'Kim', name: 'Kim' },
					sentences: [{ text: 'Hi', startTime: 1000, endTime: 2000 }],
				},
			],
		})),
		{
			form: 'a WebVTT file in which a cue of two lines continues what the second person said',
			transcript:
				'WEBVTT\n\n00:00.000 --> 00:01.000\nKim: Hi\n\n00:01.000 --> 00:02.000\nRobin: Hi\n\n00:02.000 --> 01:00:03.000\nto\nall\n',
			sent: [
				{
					speaker: { externalId: 'Kim', name: 'Kim' },
					sentences: [{ text: 'Hi', startTime: 0, endTime: 1000 }],
				},
				{
					speaker: { externalId: 'Robin', name: 'Robin' },
					sentences: [
						{ text: 'Hi', startTime: 1000, endTime: 2000 },
						{ text: 'to\nall', startTime: 2000, endTime: 3_603_000 },
					],
				},
			],
		},
		{
			form: 'a WebVTT file with a name of 80 characters',
			transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\n${'K'.repeat(80)}: Hi\n`,
			sent: [
				{
					speaker: { externalId: 'K'.repeat(80), name: 'K'.repeat(80) },
					sentences: [{ text: 'Hi', startTime: 1000, endTime: 2000 }],
				},
			],
		},
		{
			form: 'a time of 0',
			transcript: [{ speaker: 'Kim', text: 'Hi', start_time: 0, end_time: 1 }],
			sent: [
				{ speaker: calledBy('Kim'), sentences: [{ text: 'Hi', startTime: 0, endTime: 1000 }] },
			],
		},
		...[
			{ seconds: 1.001, milliseconds: 1001 },
			{ seconds: 2.0004, milliseconds: 2000 },
			{ seconds: 2.0006, milliseconds: 2001 },
		].map(({ seconds, milliseconds }) => ({
			form: `${seconds} seconds to the nearest whole millisecond`,
			transcript: [{ speaker: 'Kim', text: 'Hi', start_time: seconds }],
			sent: [{ speaker: calledBy('Kim'), sentences: [{ text: 'Hi', startTime: milliseconds }] }],
		})),
		...[
			{ name: 'endTime', time: 2, milliseconds: 2 },
			{ name: 'end', time: 2, milliseconds: 2 },
			{ name: 'end_time', time: 2, milliseconds: 2000 },
		].map(({ name, time, milliseconds }) => ({
			form: `a sentence of which only the end is known, as ${name}`,
			transcript: [{ speaker: 'Kim', text: 'Hi', [name]: time }],
			sent: [{ speaker: calledBy('Kim'), sentences: [{ text: 'Hi', endTime: milliseconds }] }],
		})),
		{
			form: 'a name with blanks around it to that of the same speaker',
			transcript: [
				{ speaker: 'Kim', text: 'Hi' },
				{ speaker: ' Kim ', text: 'You?' },
			],
			sent: [
				{
					speaker: { externalId: 'Kim', name: 'Kim' },
					sentences: [{ text: 'Hi' }, { text: 'You?' }],
				},
			],
		},
	].map(({ form, transcript, sent }) => ({
		name: `converts ${form}`,
		given: (sandbox: Sandbox) => addMeeting(sandbox, 'm-1'),
		parameters: set,
		items: [{ transcript: transcript as unknown as IDataObject }],
		then: ({ requests }: Sandbox) => {
			const body = requests.at(-1)?.body as { transcript: Said[] };

			// Who says what is read first, and then all of it.
			expect({ said: linesOf(body.transcript) }).toEqual({ said: linesOf(sent) });
			expect(body).toEqual({ transcript: sent });
		},
	})),
	...[
		{
			name: 'without sentences',
			transcript: 'WEBVTT\n\n',
			fault: 'is a WebVTT file without sentences',
		},
		{
			name: 'whose first sentence has no name',
			transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n',
			fault: 'has no name before the first sentence, at 00:01.000',
		},
		{
			name: 'with more than 80 characters before the colon, which are no name',
			transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\n${'K'.repeat(81)}: hello\n`,
			fault: 'has no name before the first sentence, at 00:01.000',
		},
	].map(({ name, transcript, fault }) => ({
		name: `rejects a WebVTT file ${name}`,
		parameters: set,
		items: [{ transcript }],
		throws: transcriptError(fault),
		sends: [],
	})),
]);

describeOperation('meeting: getTranscripts', [
	{
		name: 'returns the transcripts of all meetings as Vitally has them',
		given: (sandbox) => {
			addMeetingWithTranscript(sandbox);
			addTranscript(sandbox, 'm-2');
		},
		parameters: { returnAll: true },
		sends: [GET('/resources/meetingTranscripts', { limit: '100', sortBy: 'createdAt' })],
		returns: [
			{ id: 'm-2-said', meetingId: 'm-2', transcript: TRANSCRIPT },
			{ id: 'm-1-said', meetingId: 'm-1', transcript: TRANSCRIPT },
		],
	},
]);

const office = { email: 'office@customer.example' };
const create = {
	title: 'Review',
	participants: { participant: [office] },
	additionalFields: { externalId: 'M9' },
};

describeOperation('meeting: create', [
	{
		name: 'sends each way to name a participant',
		given: addPeople,
		parameters: {
			...create,
			participants: {
				participant: [
					{ ...office, type: 'attendee' },
					{ participantBy: 'userId', userId: 'U1', responseStatus: 'tentative' },
					{
						participantBy: 'vitallyUserId',
						vitallyUserId: byEmail('lead@team.example'),
						type: 'organizer',
					},
				],
			},
		},
		sends: [
			GET('/resources/admins/search', { email: 'lead@team.example' }),
			POST(MEETINGS, {
				externalId: 'M9',
				title: 'Review',
				participants: [
					{ ...office, type: 'attendee' },
					{ userId: 'U1', type: 'attendee', responseStatus: 'tentative' },
					{ vitallyUserId: 'admin-1', type: 'organizer' },
				],
			}),
		],
	},
	{
		name: 'names the way to change a meeting whose External ID is taken',
		given: (sandbox) => {
			addPeople(sandbox);
			addMeeting(sandbox, 'm-1', { externalId: 'M9' });
		},
		parameters: create,
		throws: {
			message: 'The External ID "M9" already belongs to another meeting',
			description: "Use the operation 'Update' to change it, or enter another 'External ID'.",
			httpCode: '400',
		},
	},
	{
		name: 'sends no response of a participant that is empty',
		given: addPeople,
		parameters: {
			...create,
			participants: { participant: [{ ...office, type: 'attendee', responseStatus: '' }] },
		},
		then: ({ requests }) => {
			const bodies = requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

			expect(bodies).toEqual([
				{ externalId: 'M9', title: 'Review', participants: [{ ...office, type: 'attendee' }] },
			]);
		},
	},
	...[
		{
			form: 'a text with commas, one address behind a name',
			participantEmails: 'office@customer.example, Kim <kim@customer.example>',
		},
		{
			form: 'lines',
			participantEmails: 'office@customer.example\nkim@customer.example\n',
		},
		{
			form: 'a list with one address twice, and an empty text',
			participantEmails: [
				'office@customer.example',
				'kim@customer.example',
				'KIM@customer.example',
				'',
			],
		},
	].map(({ form, participantEmails }) => ({
		name: `adds an attendee once for each email address in ${form}`,
		given: addPeople,
		parameters: { ...create, participants: {}, participantEmails: '={{ $json.emails }}' },
		items: [{ emails: participantEmails }],
		then: ({ requests }: Sandbox) => {
			const { participants } = requests.at(-1)?.body as {
				participants: Array<{ email: string; type: string }>;
			};

			expect(participants.map(({ email, type }) => `${email}: ${type}`)).toEqual([
				'office@customer.example: attendee',
				'kim@customer.example: attendee',
			]);
		},
	})),
	...[
		{ inRow: 'kim@customer.example', inList: 'Kim@customer.example' },
		{ inRow: 'Kim@customer.example', inList: 'kim@customer.example' },
	].map(({ inRow, inList }) => ({
		name: `keeps the role of the participant ${inRow} whom the list names again as ${inList}`,
		given: addPeople,
		parameters: {
			...create,
			participants: { participant: [office, { email: inRow, type: 'organizer' }] },
			participantEmails: inList,
		},
		then: ({ requests }: Sandbox) => {
			const { participants } = requests.at(-1)?.body as {
				participants: Array<{ email: string; type: string }>;
			};

			expect(participants.map(({ email, type }) => `${email}: ${type}`)).toEqual([
				`${office.email}: attendee`,
				`${inRow}: organizer`,
			]);
		},
	})),
	{
		name: 'rejects a participant without an email address, before anything is sent',
		parameters: { ...create, participantEmails: 'office@customer.example, Kim' },
		throws: notAddressError('Participant Emails', '"Kim"'),
		sends: [],
	},
	{
		name: 'creates an External ID for each item that has none',
		given: addPeople,
		parameters: { ...create, additionalFields: {} },
		items: [{}, {}],
		then: ({ state }) => {
			const ids = [...state.meetings.all()].map(({ externalId }) => externalId);

			expect(ids).toEqual(Array(2).fill(expect.stringMatching(/^n8n-[0-9a-f]{32}$/)));
			expect({ differentIds: new Set(ids).size }).toEqual({ differentIds: 2 });
		},
	},
	{
		name: 'creates the same External ID when n8n retries the item, and so no second meeting',
		given: (sandbox) => {
			addPeople(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
			sandbox.faults.add({ kind: 'status', status: 500, on: { method: 'GET' }, times: 1 });
		},
		parameters: { ...create, additionalFields: {} },
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		then: ({ state }) => expect({ meetings: state.meetings.size }).toEqual({ meetings: 1 }),
	},
	...[
		{
			what: 'none',
			participant: undefined,
			throws: {
				message: 'The meeting has no participants',
				description:
					"Enter at least one user under 'Participant Emails' or 'Participants'. The meeting then belongs to the account or organization of this user.",
			},
		},
		{
			what: 'one whose role has no value',
			participant: { ...office, type: '={{ $json.role }}' },
			throws: notAnOptionError('Role', 'null', 'attendee, organizer'),
		},
		{
			what: 'one chosen by nothing',
			participant: { ...office, participantBy: '={{ $json.by }}' },
			throws: notAnOptionError('Participant By', 'null', 'email, vitallyUserId, userId'),
		},
		{
			what: 'one whose address is none',
			participant: { email: 'office' },
			throws: notAddressError('Participant Email', '"office"'),
		},
		{
			what: 'one whose External ID is blank',
			participant: { participantBy: 'userId', userId: ' ' },
			throws: emptyFieldError('Participant External ID'),
		},
		{
			what: 'a teammate who is not chosen',
			participant: { participantBy: 'vitallyUserId', vitallyUserId: byId('') },
			throws: emptyLocatorError('Participant Teammate'),
		},
	].map(({ what, participant, throws }) => ({
		name: `rejects participants before anything is sent: ${what}`,
		parameters: {
			...create,
			participants: participant ? { participant: [participant] } : {},
		},
		throws,
		sends: [],
	})),
]);

const add = { meetingId: byId('m-1'), email: 'guest@customer.example' };

describeOperation('meeting: addParticipant', [
	...[
		{
			who: 'a user by an email address',
			fields: { email: 'guest@customer.example' },
			sent: { email: 'guest@customer.example' },
		},
		{
			who: 'a user by an External ID',
			fields: { participantBy: 'userId', userId: 'U1' },
			sent: { userId: 'U1' },
		},
		{
			who: 'a teammate by a Vitally ID',
			fields: { participantBy: 'vitallyUserId', vitallyUserId: byId('admin-1') },
			sent: { vitallyUserId: 'admin-1' },
		},
	].map(({ who, fields, sent }) => ({
		name: `sends ${who} alone, with role and response`,
		given: addMeetingWithTranscript,
		parameters: {
			meetingId: byId('m-1'),
			...fields,
			type: 'organizer',
			responseStatus: 'accepted',
		},
		sends: [
			POST(`${MEETINGS}/m-1/participants`, {
				...sent,
				type: 'organizer',
				responseStatus: 'accepted',
			}),
		],
	})),
	{
		name: 'adds no one twice where the response was lost, and reports it',
		given: withFault(addMeetingWithTranscript, { kind: 'resetAfter', on: { method: 'POST' } }),
		parameters: add,
		throws: (sandbox) => lostChangeError(sandbox, `POST ${MEETINGS}/m-1/participants`),
		then: (sandbox) => {
			const { participants = [] } = meetingOf(sandbox, 'm-1') ?? {};

			expect(participants.map(({ email }) => email)).toEqual([
				'office@customer.example',
				'guest@customer.example',
			]);
		},
	},
	...[
		{
			title: 'returns the participant where Vitally answers with it',
			body: { id: 'part-9', email: 'guest@customer.example' },
			returned: { id: 'm-1', participant: { id: 'part-9', email: 'guest@customer.example' } },
		},
		{
			title: 'returns the participant that was sent where Vitally answers with nothing',
			body: undefined,
			returned: {
				id: 'm-1',
				participant: { email: 'guest@customer.example', type: 'attendee' },
			},
		},
	].map(({ title, body, returned }) => ({
		name: title,
		given: withFault(addMeetingWithTranscript, {
			kind: 'status',
			status: 200,
			body,
			on: { method: 'POST' },
		}),
		parameters: add,
		returns: [returned],
	})),
	{
		name: 'rejects another meeting than the one that the participant was added to',
		given: withFault(addMeetingWithTranscript, {
			kind: 'status',
			status: 200,
			body: { id: 'm-2', externalId: 'm-2', participants: [] },
			on: { method: 'POST' },
		}),
		parameters: add,
		throws: {
			message: 'Vitally has another meeting for the ID "m-1", with the ID "m-2"',
			description:
				"The change may have been saved. Check the record in Vitally before you run this item again. Check that meeting in Vitally. An External ID needs 'By External ID'.",
			httpCode: '200',
		},
	},
]);

describeOperation('meeting: removeParticipant', [
	{
		name: 'takes the participant out of the meeting',
		given: addMeetingWithTranscript,
		parameters: { meetingId: byId('m-1'), participantId: 'm-1-1' },
		returns: [{ removed: true, meetingId: 'm-1', participantId: 'm-1-1' }],
		then: (sandbox) => expect(meetingOf(sandbox, 'm-1')?.participants).toEqual([]),
	},
	{
		name: 'reports that the participant is not there',
		given: addMeetingWithTranscript,
		parameters: { meetingId: byId('m-1'), participantId: 'nobody' },
		throws: {
			message: 'The meeting "m-1" or its participant "nobody" was not found',
			description:
				"Check 'Meeting' and 'Participant ID', which 'Get' shows in the list of participants. Vitally says: \"Participant not found\". (HTTP 404, DELETE /resources/meetings/m-1/participants/nobody)",
			httpCode: '404',
		},
	},
]);

const DAY_MS = 24 * 60 * 60 * 1000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describeOperation('meeting: getAll', [
	...[
		{
			what: 'those from the beginning of a day, and none without a start',
			filters: { startsFrom: '2026-03-02' },
			ids: ['last of 3 March', 'first of 2 March'],
		},
		{ what: 'none from a later day', filters: { startsFrom: '2026-03-04' }, ids: [] },
		{
			what: 'those until the end of a day, and none without a start',
			filters: { startsUntil: '2026-03-01' },
			ids: ['last of 1 March'],
		},
		{ what: 'none until an earlier day', filters: { startsUntil: '2026-02-28' }, ids: [] },
		{
			what: 'those of a day',
			filters: { startsFrom: '2026-03-02', startsUntil: '2026-03-02' },
			ids: ['first of 2 March'],
		},
		{
			what: 'those of several days, with the first one and the last one',
			filters: { startsFrom: '2026-03-02', startsUntil: '2026-03-03' },
			ids: ['last of 3 March', 'first of 2 March'],
		},
	].map(({ what, filters, ids }) => ({
		name: `returns ${what}`,
		given: (sandbox: Sandbox) => {
			addMeeting(sandbox, 'last of 1 March', { startDateTime: '2026-03-01T23:59:59.000Z' });
			addMeeting(sandbox, 'first of 2 March', { startDateTime: '2026-03-02T00:00:00.000Z' });
			addMeeting(sandbox, 'last of 3 March', { startDateTime: '2026-03-03T23:59:59.000Z' });
			addMeeting(sandbox, 'without a start', { startDateTime: null });
		},
		parameters: { filters },
		returns: ids.map((id) => ({ id })),
		then: (sandbox: Sandbox) =>
			expect({ requests: sandbox.requests.length }).toEqual({ requests: 1 }),
	})),
	{
		name: 'returns the meetings of today and the next days',
		given: (sandbox) => {
			for (const days of [-1, 0, 2, 3]) {
				addMeeting(sandbox, `in ${days}`, { startDateTime: daysFromNow(days) });
			}
		},
		parameters: { filters: { startsWithinDays: 2 } },
		returns: [{ id: 'in 2' }, { id: 'in 0' }],
	},
]);

describe('the filter Starts From and Starts Until', () => {
	/** What the filters for 1 March 2026 do with a meeting, in a zone. */
	const filteredByFirstOfMarch = (timeZone: string, record: IDataObject) => {
		const isIncluded = meetingFilters
			.filter(({ property }) => /^starts(From|Until)$/.test(property.name))
			.every(({ read, valueIn, parse }) => {
				const item = { timeZone, param: () => '2026-03-01' };
				const isWanted = read(item, { parameter: 'filters.startsFrom', label: 'Starts From' });

				return (isWanted as Predicate)(parse?.(valueIn?.(record)));
			});

		return isIncluded ? 'included' : 'left out';
	};

	it.each([
		{ timeZone: 'America/New_York', startDateTime: '2026-03-02T04:59:00.000Z', result: 'included' },
		{ timeZone: 'America/New_York', startDateTime: '2026-03-02T05:00:00.000Z', result: 'left out' },
		{ timeZone: 'Asia/Tokyo', startDateTime: '2026-02-28T15:00:00.000Z', result: 'included' },
		{ timeZone: 'Asia/Tokyo', startDateTime: '2026-02-28T14:59:00.000Z', result: 'left out' },
	])(
		'reads the start $startDateTime as a day in the zone of the workflow, $timeZone',
		({ timeZone, startDateTime, result }) => {
			expect(filteredByFirstOfMarch(timeZone, { startDateTime })).toBe(result);
		},
	);

	it('takes the start date of a meeting without a start time', () => {
		const meeting = { startDateTime: null, startDate: '2026-03-01' };

		expect(filteredByFirstOfMarch('America/New_York', meeting)).toBe('included');
	});

	it('takes the start time, and not the start date, of a meeting with both', () => {
		const meeting = { startDateTime: '2026-03-02T04:59:00.000Z', startDate: '2026-03-02' };

		expect(filteredByFirstOfMarch('America/New_York', meeting)).toBe('included');
	});

	it('leaves out a meeting whose start is no date', () => {
		expect({ isIncluded: filteredByFirstOfMarch('UTC', { startDateTime: 'soon' }) }).toEqual({
			isIncluded: 'left out',
		});
	});
});
