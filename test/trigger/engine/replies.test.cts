import type { ShownRecord } from '../../../sandbox/faultyAnswer.cts';
import {
	createConversation,
	updateConversation,
	type Conversation,
} from '../../../sandbox/state/conversations.cts';
import type { Participant } from '../../../sandbox/state/messages.cts';
import type { PolledNode } from '../../engine/poll.cts';
import { seenError } from '../../errors/thrownError.cts';
import { moreThan } from '../../fixtures/bounds.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { pick } from '../../fixtures/pick.cts';
import { inLog, UNREADABLE_STATE } from '../notices.cts';
import { errorsOf, TriggerFixtures } from './fixtures.cts';

const REPLIED = { triggerOn: 'conversationCustomerReplied' };

const ONE = /^\/resources\/conversations\/[^/]+$/;

describe('Conversation Customer Replied', () => {
	const fixtures = new TriggerFixtures();

	const state = () => fixtures.sandbox.state;
	const customer = (): Participant => ({ type: 'user', id: [...state().users.all()][0].id });
	const teammate = (): Participant => ({ type: 'admin', id: [...state().admins.all()][0].id });

	const messageFrom = (from: Participant, message: string) => ({
		message,
		from,
		to: [from.type === 'user' ? teammate() : customer()],
	});

	/** Adds a message to a conversation a second later. */
	const write = (
		{ id }: Conversation,
		{ from = customer(), message = '<p>Thanks</p>' } = {},
	): Conversation => {
		fixtures.clock.now += 1000;
		const conversation = state().conversations.get(id) as Conversation;

		return updateConversation(state(), conversation, { messages: [messageFrom(from, message)] });
	};

	const open = (from: Participant): Conversation => {
		fixtures.clock.now += 1000;

		return createConversation(state(), { subject: 'Help', messages: [messageFrom(from, 'Hi')] });
	};

	/** Changes something else than the messages. */
	const rename = ({ id }: Conversation) => {
		fixtures.clock.now += 1000;
		updateConversation(state(), state().conversations.get(id) as Conversation, { subject: 'New' });
	};

	const conversation = (): Conversation => [...state().conversations.all()][0];

	/** The messages that were emitted. */
	const messagesOf = ({ items }: PolledNode) => items.map(({ message }) => message);

	it('emits each message of a customer once, as Markdown, with its sender and time', async () => {
		const { id } = conversation();
		const [user] = state().users.all();
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: '<p>It is <strong>broken</strong></p>' });
		const sentAt = state().now();

		await node.tick();
		rename(conversation());
		await node.tick();

		expect({
			errors: errorsOf(node),
			items: pick(node.items, 'id', 'from', 'message', 'sentAt'),
		}).toEqual({
			errors: [],
			items: [{ id, from: user.name, message: 'It is **broken**', sentAt }],
		});
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it('shows the time of the message, and not that of a later change of the conversation', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation());
		const sentAt = state().now();

		rename(conversation());
		await node.tick();

		expect(pick(node.items, 'sentAt')).toEqual([{ sentAt }]);
	});

	it('begins an item with the sender and the message', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation());
		await node.tick();

		expect({ columns: Object.keys(node.items[0] ?? {}).slice(0, 2) }).toEqual({
			columns: ['from', 'message'],
		});
	});

	it('emits a second message of a customer', async () => {
		const node = await fixtures.activate(REPLIED);

		for (const message of ['First', 'Second']) {
			write(conversation(), { message });
			await node.tick();
		}

		expect({ messages: messagesOf(node) }).toEqual({ messages: ['First', 'Second'] });
	});

	it('emits no message of a teammate', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { from: teammate(), message: 'Of the teammate' });
		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: [] });
	});

	it('emits no message of a customer that a teammate has answered before the poll', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'That is answered' });
		write(conversation(), { from: teammate(), message: 'Answer' });
		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: [] });
	});

	it.each([
		{ sender: 'a bot', from: { type: 'bot', id: 'b' } },
		{ sender: 'nobody', from: null },
	])('emits no message that is from $sender, so that no customer has sent it', async ({ from }) => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'Automatic' });
		const as = (record: ShownRecord) => ({
			...record,
			messages: [record.messages].flat().map((message) => ({ ...Object(message), from })),
		});

		fixtures.sandbox.faults.add({ kind: 'shown', as, on: { path: ONE } });
		await node.tick();

		expect({ errors: errorsOf(node), messages: messagesOf(node) }).toEqual({
			errors: [],
			messages: [],
		});
	});

	it('emits the conversation as it is when it is read by itself, which is later than the list', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation());
		const as = (record: ShownRecord) => ({ ...record, subject: 'Renamed since' });

		fixtures.sandbox.faults.add({ kind: 'shown', as, on: { path: ONE } });
		await node.tick();

		expect(pick(node.items, 'subject', 'message')).toEqual([
			{ subject: 'Renamed since', message: 'Thanks' },
		]);
	});

	it('emits a conversation that a customer opened', async () => {
		const node = await fixtures.activate(REPLIED);

		open(teammate());
		const { id } = open(customer());

		await node.tick();

		expect(pick(node.items, 'id', 'message')).toEqual([{ id, message: 'Hi' }]);
	});

	it('emits no message from before the activation when the conversation changes', async () => {
		write(conversation(), { message: 'From before' });
		const node = await fixtures.activate(REPLIED);

		rename(conversation());
		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: [] });
	});

	it.each([
		{ time: 'a later time', laterMs: 1000 },
		{ time: 'the same time', laterMs: 0 },
	])('emits two messages of a customer of which the second has $time', async ({ laterMs }) => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'First' });
		await node.tick();
		const [last] = conversation().messages.slice(-1);
		const timestamp = new Date(Date.parse(last.timestamp) + laterMs).toISOString();
		const second = { ...last, id: 'second', externalId: 'second', message: 'Second', timestamp };

		fixtures.clock.now += 1000;
		state().conversations.change(conversation(), {
			messages: [...conversation().messages, second],
			updatedAt: state().now(),
		});
		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: ['First', 'Second'] });
	});

	it('emits no earlier message again when the newest one is deleted', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'It is broken' });
		await node.tick();
		write(conversation(), { message: 'Never mind' });
		await node.tick();
		fixtures.clock.now += 1000;
		const messages = conversation().messages.slice(0, -1);

		state().conversations.change(conversation(), { messages, updatedAt: state().now() });
		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: ['It is broken', 'Never mind'] });
	});

	it('emits no message again where 10,000 conversations displaced the oldest one from the state', async () => {
		const node = await fixtures.activate(REPLIED, { scheduler: 'durable' });

		write(conversation(), { message: 'Old' });
		await node.tick();

		const { feed } = JSON.parse(String(node.stored.at(-1))) as { feed: string };
		const stored = JSON.parse(feed) as { replies: { newest: Record<string, [number, string]> } };
		const laterMs = fixtures.clock.now + 1000;

		for (let index = 0; index < 10_000; index++) {
			stored.replies.newest[`other ${index}`] = [laterMs, 'message'];
		}

		fixtures.clock.now += 1000;
		const newest = open(customer());

		await node.tick(JSON.stringify({ feed: JSON.stringify(stored) }));
		rename(conversation());
		rename(newest);
		await node.tick();

		expect({ errors: errorsOf(node), messages: messagesOf(node) }).toEqual({
			errors: [],
			messages: ['Old', 'Hi'],
		});
	});

	it.each([
		{ damage: 'no messages', replies: undefined },
		{ damage: 'messages in another form', replies: { since: 0, newest: [] } },
	])('starts from now, without old messages, where its state has $damage', async ({ replies }) => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'Old' });
		await node.tick();
		const { feed } = JSON.parse(String(node.stored.at(-1))) as { feed: string };
		const damaged = { ...(JSON.parse(feed) as object), replies };

		rename(conversation());
		await node.restart(JSON.stringify({ feed: JSON.stringify(damaged) }));

		expect({ messages: messagesOf(node), warnings: node.warnings }).toEqual({
			messages: ['Old'],
			warnings: [inLog(UNREADABLE_STATE)],
		});
	});

	it('emits no message from before a start with another scope', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'From before' });
		const [{ externalId }] = state().accounts.all();

		node.parameters = { ...REPLIED, scope: 'account', accountId: byExternalId(externalId) };
		await node.update();
		const scoped = [...state().conversations.all()].filter(({ accountIds }) =>
			accountIds.includes([...state().accounts.all()][0].id),
		);

		expect({ conversationsInScope: scoped.length }).toEqual({ conversationsInScope: moreThan(0) });

		for (const inScope of scoped) rename(inScope);
		await node.tick();

		expect({ errors: errorsOf(node), messages: messagesOf(node) }).toEqual({
			errors: [],
			messages: [],
		});
	});

	it('reads only the conversations that changed', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation());

		const requests = {
			ofPollAfterOneChange: await fixtures.costOf(async () => await node.tick()),
			ofPollAfterNone: await fixtures.costOf(async () => await node.tick()),
		};

		expect(requests).toEqual({ ofPollAfterOneChange: 2, ofPollAfterNone: 1 });
	});

	it('loses no message where a conversation cannot be read', async () => {
		const node = await fixtures.activate(REPLIED);
		const before = node.stored.at(-1);

		write(conversation(), { message: 'Please help' });
		fixtures.sandbox.faults.add({ kind: 'status', status: 403, on: { path: ONE }, times: 1 });
		await node.tick();

		expect({
			errors: node.errors.map(({ message }) => message),
			isStateKept: node.stored.at(-1) === before,
		}).toEqual({
			errors: ['Vitally does not allow this request with the API key'],
			isStateKept: true,
		});

		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: ['Please help'] });
	});

	const timed = { id: 'm', from: { type: 'user' }, timestamp: '2026-11-19T00:00:00.000Z' };
	const untimed = { id: 'n', from: { type: 'user' } };

	it.each([
		{ name: 'no messages', messages: undefined },
		{ name: 'no list of messages', messages: { m: timed } },
		{ name: 'a message without its time', messages: [untimed] },
		{ name: 'the first of two messages without its time', messages: [untimed, timed] },
		{ name: 'the last of two messages without its time', messages: [timed, untimed] },
		{ name: 'a message whose time is null', messages: [timed, { ...untimed, timestamp: null }] },
		{
			name: 'a message whose time cannot be read',
			messages: [timed, { ...untimed, timestamp: 'yesterday' }],
		},
	])('fails where Vitally shows $name', async ({ messages }) => {
		const node = await fixtures.activate(REPLIED);

		write(conversation());
		const { id } = conversation();
		const as = (record: object) => ({ ...record, messages });

		fixtures.sandbox.faults.add({ kind: 'shown', as, on: { path: ONE } });
		await node.tick();

		expect(node.errors.map(seenError)).toEqual([
			{
				class: 'NodeApiError',
				message: `Vitally returned the conversation "${id}" without its messages or without their times`,
				description: `Wait for the next poll, which reads the conversation again: no event is skipped. Without messages and times, the trigger cannot see whether the customer replied. (GET /resources/conversations/${id})`,
				failure: { cause: 'temporarily-unavailable' },
			},
		]);
	});

	it('emits a message that Vitally did not show at the poll before', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: 'Please help' });
		const as = (record: object) => ({ ...record, messages: undefined });

		fixtures.sandbox.faults.add({ kind: 'shown', as, on: { path: ONE }, times: 1 });
		await node.tick();
		const emittedBefore = messagesOf(node);

		await node.tick();

		expect({ emittedBefore, emitted: messagesOf(node) }).toEqual({
			emittedBefore: [],
			emitted: ['Please help'],
		});
	});

	it('leaves out a conversation that was deleted since', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation());
		fixtures.sandbox.faults.add({ kind: 'status', status: 404, on: { path: ONE }, times: 1 });
		await node.tick();

		expect({ errors: errorsOf(node), messages: messagesOf(node) }).toEqual({
			errors: [],
			messages: [],
		});
	});

	it.each([
		{ maxPages: 1, conversations: 100 },
		{ maxPages: 2, conversations: 200 },
		{ maxPages: 3, conversations: 200 },
	])(
		'reads at most $conversations conversations in a poll with Max Pages $maxPages',
		async ({ maxPages, conversations }) => {
			const node = await fixtures.activate({ ...REPLIED, options: { maxPages } });

			for (let index = 0; index < 250; index++) open(customer());
			await node.tick();

			expect({ emitted: node.items.length }).toEqual({ emitted: conversations });
		},
	);

	it.each(['conversationCreated', 'conversationUpdated'])(
		'does not limit the conversations in a poll of another event, which reads none by itself: %s',
		async (triggerOn) => {
			const node = await fixtures.activate({ triggerOn, watch: 'anyChange' });
			const opened = Array.from({ length: 250 }, () => open(customer()));

			for (const each of triggerOn === 'conversationUpdated' ? opened : []) rename(each);
			await node.tick();

			expect({ emitted: node.items.length }).toEqual({ emitted: 250 });
		},
	);

	it('reads at most 200 conversations in a poll, and the others in the next ones, each once', async () => {
		const node = await fixtures.activate(REPLIED);

		for (let index = 0; index < 250; index++) open(customer());
		await node.tick();
		const inFirstPoll = node.items.length;

		for (let polls = 0; polls < 3; polls++) await node.tick();

		const inAllPolls = node.items.length;
		const distinct = new Set(node.items.map(({ id }) => id)).size;

		expect({ errors: errorsOf(node), inFirstPoll, inAllPolls, distinct }).toEqual({
			errors: [],
			inFirstPoll: 200,
			inAllPolls: 250,
			distinct: 250,
		});
	});

	it('emits the newest messages of customers at the first run, if asked for', async () => {
		write(conversation(), { message: 'From before' });
		open(teammate());
		const node = await fixtures.activate({
			...REPLIED,
			options: { firstRun: 'newest', firstRunLimit: 2 },
		});

		const atFirstRun = messagesOf(node);

		rename(conversation());
		await node.tick();

		expect({ atFirstRun, afterNextPoll: messagesOf(node) }).toEqual({
			atFirstRun: ['From before'],
			afterNextPoll: ['From before'],
		});
	});

	it('shows no image of a message', async () => {
		const node = await fixtures.activate(REPLIED);

		write(conversation(), { message: '<p>See <img src="https://example.com/x.png"></p>' });
		await node.tick();

		expect({ messages: messagesOf(node) }).toEqual({ messages: ['See'] });
	});
});
