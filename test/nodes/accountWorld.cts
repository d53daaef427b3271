import type { Sandbox } from '../../sandbox/sandbox.cts';

export const ACCOUNTS = '/resources/accounts';

export const accountOf = (sandbox: Sandbox, externalId: string) =>
	[...sandbox.state.accounts.all()].find((account) => account.externalId === externalId);

/** Accounts by their external ids, the first one the oldest. */
export const given =
	(...externalIds: string[]) =>
	async (sandbox: Sandbox) => {
		for (const externalId of externalIds) {
			await call(sandbox, 'POST', ACCOUNTS, { externalId, name: `Name of ${externalId}` });
		}
	};

/** A request of the caller's own, which has to succeed. */
export async function call(sandbox: Sandbox, method: string, path: string, body: object) {
	const response = await fetch(`${sandbox.url}${path}`, {
		method,
		headers: {
			authorization: `Basic ${btoa(`${sandbox.apiKey}:`)}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	expect(response.status).toBeLessThan(300);
}

export const trait = (key: string, type: string, value: unknown) => ({
	key,
	type,
	[`${type}Value`]: value,
});
export const byExternalId = (value: unknown) => ({ __rl: true, mode: 'externalId', value });
