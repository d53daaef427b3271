import { escapedText, strippedHtml } from './html.cts';
import type { Parents } from './parents.cts';
import type { Store } from './store.cts';

const VARIABLE = /\{\{(account|organization)\.traits\.([^{}]+)\}\}/g;

/**
 * The body of a note as it is kept: only allowed HTML, and each trait variable replaced by the value
 * that the parent's trait has now, or by nothing (service.md, Custom traits on notes and projects).
 */
export function noteHtml(
	store: Store,
	{ accountId, organizationId }: Parents,
	html: string,
): string {
	const parents = {
		account: store.accounts.get(accountId ?? ''),
		organization: store.organizations.get(organizationId ?? ''),
	};
	return strippedHtml(html).replace(VARIABLE, (_, parent: keyof typeof parents, key: string) =>
		escapedText(String(parents[parent]?.traits[key.trim()] ?? '')),
	);
}
