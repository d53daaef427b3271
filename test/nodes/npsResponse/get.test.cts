import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addResponses, NPS_RESPONSES } from '../../fixtures/npsResponses.cts';

const get = { resource: 'npsResponse', operation: 'get' };
const list = (query: object = {}) => ({
	method: 'GET',
	path: NPS_RESPONSES,
	query: { limit: '100', sortBy: 'createdAt', ...query },
});
const byPath = (id: string) => ({ method: 'GET', path: `${NPS_RESPONSES}/${id}` });

describeOperation('npsResponse: get', [
	{
		name: 'returns the response, by ID',
		given: addResponses,
		parameters: { ...get, npsResponseId: byId('nps-1') },
		sends: [byPath('nps-1')],
		returns: [{ id: 'nps-1', externalId: 'R1', userId: 'user-1', score: 7, feedback: 'Good' }],
	},
	{
		name: 'looks for an External ID in both lists, because the path takes none',
		given: addResponses,
		parameters: { ...get, npsResponseId: byExternalId('={{ $json.id }}') },
		items: [{ id: 'R2' }, { id: 'R1' }],
		sends: [
			byPath('R2'),
			list(),
			byPath('R1'),
			list({ target: 'organization' }),
			byPath('nps-2'),
			byPath('nps-1'),
		],
		returns: [{ id: 'nps-2' }, { id: 'nps-1' }],
	},
	{
		name: 'takes an External ID in the path where the service does',
		given: (sandbox: Sandbox) => {
			addResponses(sandbox);
			sandbox.state.disputed.alsoByExternalId = ['npsResponses'];
		},
		parameters: { ...get, npsResponseId: byExternalId('R2') },
		sends: [byPath('R2')],
		returns: [{ id: 'nps-2' }],
	},
	{
		name: 'names the response that is not there',
		parameters: { ...get, npsResponseId: byId('nobody') },
		throws: /The NPS response "nobody" was not found \[item 0\]/,
	},
	{
		name: 'says that no response has the External ID',
		given: addResponses,
		parameters: { ...get, npsResponseId: byExternalId('R9') },
		throws: 'Vitally has no NPS response with the external ID "R9"',
	},
]);
