import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addConversation, CONVERSATIONS } from '../../fixtures/conversations.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { row } from '../../fixtures/records.cts';

const LIST = { method: 'GET', path: CONVERSATIONS, query: { limit: '100', sortBy: 'createdAt' } };

const upsert = { externalId: 'T1', subject: 'New' };
const fields = { subject: 'New' };
/** The list is required in a creation, and stays out of an update. */
const creation = { externalId: 'T1', messages: [], ...fields };
const count = ({ state }: Sandbox) => state.conversations.size;
const given = (sandbox: Sandbox) => void addConversation(sandbox, 'c-1', { externalId: 'T1' });

/** What happens when a request has ended, during the run. */
let meanwhile: ((path: string, method: string) => void) | undefined;
const options: SandboxOptions = {
	seed: 'empty',
	onRequest: ({ path, method }) => meanwhile?.(path, method),
};
afterEach(() => (meanwhile = undefined));

describeOperation(
	'conversation: upsert',
	[
		{
			name: 'finds the conversation in the list and updates it',
			given,
			parameters: upsert,
			sends: [LIST, { method: 'PUT', path: `${CONVERSATIONS}/c-1`, body: fields }],
			returns: [{ id: 'c-1', subject: 'New', created: false }],
		},
		{
			name: 'creates one that no page of the list contains',
			parameters: upsert,
			sends: [LIST, { method: 'POST', path: CONVERSATIONS, body: creation }],
			returns: [{ externalId: 'T1', created: true }],
		},
		{
			name: 'finds the oldest of 250 and reads the list once for all items',
			given: (sandbox) => {
				for (let index = 0; index < 250; index += 1) {
					const day = index === 249 ? 1 : 2;
					addConversation(sandbox, `c-${index}`, {
						...row(`c-${index}`, day),
						externalId: `T${index}`,
					});
				}
			},
			parameters: { ...upsert, externalId: '={{ $json.id }}' },
			items: [{ id: 'T249' }, { id: 'T7' }, { id: 'new' }],
			returns: [{ id: 'c-249' }, { id: 'c-7' }, { externalId: 'new', created: true }],
			then: (sandbox) => {
				expect(count(sandbox)).toBe(251);
				expect(sandbox.requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
			},
		},
		{
			name: 'updates one that someone else creates after the list was read',
			given: (sandbox) => {
				addConversation(sandbox, 'old', { externalId: 'T0' });
				meanwhile = (path, method) => {
					if (path !== CONVERSATIONS || method !== 'GET' || count(sandbox) > 1) return;
					addConversation(sandbox, 'c-1', { ...row('c-1', 9), externalId: 'T1' });
				};
			},
			parameters: upsert,
			returns: [{ id: 'c-1', subject: 'New', created: false }],
			then: (sandbox) => expect(count(sandbox)).toBe(2),
		},
		{
			name: 'creates one that someone else deletes after the list was read',
			given: (sandbox) => {
				given(sandbox);
				meanwhile = (path) => {
					const gone = sandbox.state.conversations.get('c-1');
					if (path === CONVERSATIONS && gone) sandbox.state.conversations.remove(gone);
				};
			},
			parameters: upsert,
			returns: [{ externalId: 'T1', created: true }],
		},
		{
			name: 'rejects a message that a second run would add again',
			given: addPeople,
			parameters: {
				...upsert,
				messages: { message: [{ message: 'Hello', fromType: 'user', fromId: 'user-1' }] },
			},
			throws: /Message 1 has no 'Message ID \(External\)'/,
			sends: [],
		},
		{
			name: 'adds nothing when it runs again',
			given: (sandbox) => {
				addPeople(sandbox);
				given(sandbox);
			},
			parameters: {
				...upsert,
				messages: {
					message: [
						{ externalId: 'T1-1', message: 'Hello', fromType: 'user', fromId: 'user-1', to: {} },
					],
				},
			},
			items: [{}, {}],
			returns: [{ created: false }, { created: false }],
			then: ({ state }) => expect(state.conversations.get('c-1')?.messages).toHaveLength(1),
		},
	],
	options,
);

describeOperation(
	'conversation: upsert, where the service would create a second one of the same external ID',
	[
		{
			name: 'creates no second one',
			given,
			parameters: upsert,
			items: [{}, {}, {}],
			then: (sandbox) => expect(count(sandbox)).toBe(1),
		},
		{
			name: 'creates no second one where the service is slow: it finishes 2.5 s after the connection broke',
			given: (sandbox) => {
				sandbox.faults.add({ kind: 'resetBefore', on: { method: 'POST' }, times: 1 });
				const finish = () =>
					addConversation(sandbox, 'c-slow', {
						externalId: 'T1',
						subject: fields.subject,
						createdAt: new Date().toISOString(),
					});
				setTimeout(finish, 2500);
			},
			parameters: { ...upsert, messages: {} },
			returns: [{ id: 'c-slow', created: true }],
			then: (sandbox) => {
				expect(count(sandbox)).toBe(1);
				expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			},
		},
		{
			name: 'creates one, when there was none, from several items',
			parameters: upsert,
			items: [{}, {}, {}],
			returns: [{ created: true }, { created: false }, { created: false }],
			then: (sandbox) => expect(count(sandbox)).toBe(1),
		},
	],
	{ seed: 'empty', duplicateExternalId: 'create' },
);
