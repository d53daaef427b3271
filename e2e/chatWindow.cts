import { WebSocket } from 'ws';

import type { Execution } from './session.cts';

/** What n8n sends into a chat and is no message: whether the window is open, and that the execution runs. */
const HEARTBEAT = 'n8n|heartbeat';
const CONTINUE = 'n8n|continue';

/** n8n ignores programs that look at the links in messages, and knows them by this header. */
export const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

/** The longest time that a chat may last. */
const MAX_MS = 120_000;

/** A message with links, such as the one that asks for an approval. */
export interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/**
 * The window of n8n's chat. It clicks a button of each question, until the execution ends.
 *
 * @param url of n8n
 * @param choose returns the label of the button
 * @returns the messages without buttons, in order
 * @throws Error where there is no such button, or the execution does not end
 */
export async function chatWith(
	url: string,
	sessionId: string,
	{ id, data: { resumeToken } }: Execution,
	choose: (question: Question) => string,
): Promise<string[]> {
	const query = new URLSearchParams({ sessionId, executionId: id, token: resumeToken ?? '' });
	const socket = new WebSocket(`${url.replace('http', 'ws')}/chat?${query}`);
	const messages: string[] = [];

	const receive = async (message: string): Promise<void> => {
		if (message === HEARTBEAT) socket.send(`${HEARTBEAT}-ack`);
		else if (!message.startsWith('{')) messages.push(message);
		else {
			const question = JSON.parse(message) as Question;
			const label = choose(question);
			const button = question.buttons.find(({ text }) => text === label);
			if (!button) throw new Error(`No button ${label} in ${message}`);

			await fetch(button.link, { headers: { 'user-agent': BROWSER } });
		}
	};

	return await new Promise<string[]>((resolve, reject) => {
		const limit = setTimeout(() => reject(new Error('The chat did not end')), MAX_MS);

		socket.on('message', (data: unknown) => {
			const message = String(data);
			if (message !== CONTINUE) receive(message).catch(reject);
		});
		socket.on('error', reject);
		socket.on('close', () => {
			clearTimeout(limit);
			resolve(messages);
		});
	}).finally(() => socket.terminate());
}
