import { HttpError } from '../httpError.cts';
import { recordToUpdate } from './externalIds.cts';
import { recountNps } from './npsCounts.cts';
import { assertParentsExist } from './parents.cts';
import type { RequestParameters, Resource } from './resource.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { userView } from './users.cts';

/** docs/internal/beyond.md, 5 */
export interface NpsResponse extends Row {
	externalId: string | null;
	userId: string;
	/** 0 to 10; null in a survey that was dismissed. */
	score: number | null;
	feedback: string | null;
	respondedAt: string | null;
	dismissedAt: string | null;
}

interface NpsBody {
	externalId?: string;
	userId: string;
	score: number;
	feedback?: string;
	respondedAt: string;
}

/** Returns a response with its user, and with what else a client reads of rows (docs/internal/beyond.md, 5). */
function npsResponseView(state: ServiceState, response: NpsResponse) {
	const user = state.users.get(response.userId);

	return {
		...response,
		user: user ? userView(state, user) : null,
		createdByService: null,
		outboundMessageId: null,
		surveyResponseId: null,
	};
}

/** Creates a response, or updates that with a known external id (docs/internal/beyond.md, 5). */
export function createNpsResponse(state: ServiceState, body: NpsBody): NpsResponse {
	const known = recordToUpdate(state.npsResponses, body.externalId, 'upsert', 'NPS response');
	if (known) return updateNpsResponse(state, known, body);

	assertUser(state, body.userId);
	const { externalId = null, feedback = null, ...fields } = body;
	const response = { ...state.newRow(), ...fields, externalId, feedback, dismissedAt: null };

	state.npsResponses.insert(response);
	recountNps(state, body.userId);

	return response;
}

export function updateNpsResponse(
	state: ServiceState,
	response: NpsResponse,
	body: NpsBody,
): NpsResponse {
	assertUser(state, body.userId);
	const { userId } = response;

	state.npsResponses.change(response, { ...body, updatedAt: state.now() });
	for (const id of new Set([userId, body.userId])) recountNps(state, id);

	return response;
}

function deleteNpsResponse(state: ServiceState, response: NpsResponse): void {
	state.npsResponses.remove(response);
	recountNps(state, response.userId);
}

function assertUser(state: ServiceState, userId: string): void {
	if (!state.users.get(userId)) throw new HttpError(400, 'userId is not the id of a user.');
}

/**
 * Lists the responses of users with an account, unless `target` asks for those of users with an organization; a user with
 * both is in both lists (a neutral choice: no page explains what a target is).
 */
function listFilter(state: ServiceState, parameters: RequestParameters) {
	const { accountId, organizationId, target = 'accounts' } = parameters;

	assertParentsExist(state, { accountId, organizationId });

	if (target !== 'accounts' && target !== 'organization') {
		throw new HttpError(400, 'target is accounts or organization.');
	}

	const tie = target === 'accounts' ? 'accountIds' : 'organizationIds';
	const isNested = accountId !== undefined || organizationId !== undefined;

	return ({ userId }: NpsResponse): boolean => {
		const user = state.users.get(userId);
		if (!user) return false;
		if (!isNested) return user[tie].length > 0;

		return (
			(accountId === undefined || user.accountIds.includes(accountId)) &&
			(organizationId === undefined || user.organizationIds.includes(organizationId))
		);
	};
}

/** docs/internal/beyond.md, 5: an update accepts either id. */
export const npsResponses: Resource<NpsResponse> = {
	path: '/resources/npsResponses',
	label: 'NPS response',
	view: npsResponseView,
	matches: listFilter,
	findToUpdate: (state, { id }) => state.npsResponses.byEitherId(id),
	create: (state, body: NpsBody) => createNpsResponse(state, body),
	update: (state, response, body: NpsBody) => updateNpsResponse(state, response, body),
	remove: deleteNpsResponse,
};
