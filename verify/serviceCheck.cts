import { VitallyError } from '../nodes/Vitally/errors/vitallyError';
import { CannotRunError } from './environment.cts';
import { recordsIn, type Workspace } from './workspace.cts';

const CHECK_ADDRESS = 'Check VITALLY_SUBDOMAIN, VITALLY_DATA_CENTER and VITALLY_BASE_URL.';

/** @throws CannotRunError for a host that is not Vitally, and for a key that it rejects */
export async function assertIsVitally(workspace: Workspace): Promise<void> {
	const response = await workspace
		.send({ method: 'GET', path: '/resources/accounts', query: { limit: 1 } })
		.catch((error: unknown) => {
			throw error instanceof VitallyError ? explain(error) : error;
		});

	if (response.status === 403) {
		throw new CannotRunError('The key may not read accounts. Use another key.');
	}

	const { results } = (response.body ?? {}) as { results?: unknown };
	if (recordsIn(response) && Array.isArray(results)) return;

	throw new CannotRunError(
		`${workspace.baseUrl} does not answer as Vitally does (status ${response.status}). ${CHECK_ADDRESS}`,
	);
}

/** The errors of the nodes advise to change a credential; here are environment variables in its place. */
function explain({ message, description, facts }: VitallyError): CannotRunError {
	if (facts.status === 401) {
		return new CannotRunError('Vitally does not accept VITALLY_API_KEY. Copy the key again.');
	}

	const details = parenthesisAtTheEnd(description);

	return new CannotRunError(`${message}${details && ` (${details})`}. ${CHECK_ADDRESS}`);
}

/** Returns what a description has in a parenthesis at its end, or an empty text. */
function parenthesisAtTheEnd(description: string): string {
	const match = /\(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(description);

	return match?.[1] ?? '';
}
