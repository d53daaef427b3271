import { escapedText, strippedHtml } from './html.cts';
import type { Parents } from './parents.cts';
import type { ServiceState } from './serviceState.cts';

const VARIABLE = /\{\{(account|organization)\.traits\.([^{}]+)\}\}/g;

/**
 * Returns the body of a note as it is kept: only allowed HTML, and each trait variable replaced by the value
 * that the parent's trait has now, or by nothing (docs/internal/service.md, Custom traits on notes and
 * projects).
 */
export function noteHtml(
	state: ServiceState,
	{ accountId, organizationId }: Parents,
	html: string,
): string {
	const parents = {
		account: state.accounts.get(accountId),
		organization: state.organizations.get(organizationId),
	};

	return strippedHtml(html).replace(VARIABLE, (_, parent: keyof typeof parents, key: string) =>
		escapedText(String(parents[parent]?.traits[key.trim()] ?? '')),
	);
}
