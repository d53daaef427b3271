import assert from 'node:assert/strict';

import { until } from '../child.cts';
import { FORM_LOGIN } from '../fakeServices/fakeServices.cts';
import { TIME_ZONE } from '../n8n.cts';

type FieldValue = string | File;

/**
 * Returns the only element of what arrived.
 *
 * @throws AssertionError with what arrived, if that is not one element
 */
export function only<T>(all: Iterable<T>, what: string): T {
	const list = [...all];

	assert.equal(list.length, 1, `${list.length} of ${what} instead of 1: ${JSON.stringify(list)}`);

	return list[0];
}

/** Compares a record with what is expected of it, field by field; there has to be one. */
export function assertRecord<T extends object>(record: T | undefined, expected: Partial<T>): void {
	const names = Object.keys(expected) as Array<keyof T>;
	const found = Object.fromEntries(names.map((name) => [name, record?.[name]]));

	assert.deepEqual(found, expected);
}

/** Returns the day so many days from today, in n8n's time zone, as Vitally writes it. */
export function dayIn(days: number): string {
	// Sweden writes a day in the same way.
	return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: TIME_ZONE });
}

/**
 * Calls until a webhook is registered: n8n publishes workflows in the background.
 *
 * @param call calls a webhook or a form
 * @returns the first status after that
 */
export async function registered(call: () => Promise<Response>): Promise<number> {
	return await until('the webhook', async () => {
		const { status } = await call();

		return status !== 404 && status;
	});
}

/**
 * Sends a form of n8n.
 *
 * @param values of its fields, in their order
 */
export async function submit(url: string, ...values: FieldValue[]): Promise<void> {
	assert.equal(await registered(async () => await postForm(url, values)), 200);
}

/**
 * Sends the form that starts an example: n8n rejects it without the login, and accepts it with the login.
 *
 * @param values of its fields, in their order
 */
export async function submitWithLogin(url: string, ...values: FieldValue[]): Promise<void> {
	const { user, password } = FORM_LOGIN;
	const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

	assert.equal(await registered(async () => await postForm(url, values)), 401);
	assert.equal((await postForm(url, values, { authorization })).status, 200);
}

async function postForm(
	url: string,
	values: FieldValue[],
	headers: Record<string, string> = {},
): Promise<Response> {
	const body = new FormData();

	for (const [index, value] of values.entries()) body.set(`field-${index}`, value);

	return await fetch(url, { method: 'POST', headers, body });
}
