import { LoadOptionsContext } from 'n8n-core';
import type { INodeParameters, ResourceMapperFields } from 'n8n-workflow';

import { openWorkflow } from '../engine/engine.cts';
import { credentialsFor, NODE, nodeWorkflow } from '../engine/node.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('the columns of the mapper', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** As the editor asks for them. */
	const columns = async (parameters: Record<string, unknown>): Promise<ResourceMapperFields> => {
		const { workflow, additionalData } = await openWorkflow(nodeWorkflow({ parameters }), {
			credentials: credentialsFor(sandbox()),
		});
		additionalData.currentNodeParameters = parameters as INodeParameters;
		const node = workflow.nodes[NODE];
		const { methods } = workflow.nodeTypes.getByNameAndVersion(node.type, 1);
		const context = new LoadOptionsContext(
			workflow,
			node,
			additionalData,
			'parameters.traitsMapper',
		);
		const method = methods?.resourceMapping?.mapTraits;
		return (await workflow.expression.withIsolate(
			async () => await method?.call(context),
		)) as ResourceMapperFields;
	};
	const define = (path: string, type: string, label = path) =>
		sandbox().state.traitDefinitions.insert({
			...row(path),
			...{ model: 'accounts', label, path, type, options: null },
		});
	const account = { resource: 'account', operation: 'sync' };

	it('are the fields of the record, then its traits with their types', async () => {
		define('vitally.custom.seats', 'number', 'Seats');
		define('renewed', 'date');
		define('seen', 'DateTime');
		define('products', 'multi_select');
		define('odd', 'rating');
		define('mrr', 'number');
		const { fields } = await columns(account);
		expect(fields.map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
			['name', 'Name', 'string'],
			['organizationId', 'Organization', 'string'],
			['mrr', 'MRR', 'number'],
			['nextRenewalDate', 'Next Renewal Date', 'dateTime'],
			['trialEndDate', 'Trial End Date', 'dateTime'],
			['churnedAt', 'Churned At', 'dateTime'],
			['odd', 'odd', undefined],
			['products', 'products', 'array'],
			['renewed', 'renewed', 'dateTime'],
			['vitally.custom.seats', 'Seats', 'number'],
			['seen', 'seen', 'dateTime'],
		]);
		expect(sandbox().requests[0]).toMatchObject({ query: { model: 'accounts' } });
	});

	it('are those of the operation and of the custom object', async () => {
		const named = async (parameters: Record<string, unknown>) =>
			(await columns(parameters)).fields.map(({ id }) => id);
		expect(await named({ resource: 'account', operation: 'create' })).not.toContain('name');
		addCustomObject(sandbox(), 'obj-1', 'Deal');
		const chosen = {
			resource: 'customObjectInstance',
			operation: 'sync',
			customObjectId: byId('obj-1'),
		};
		expect(await named(chosen)).toEqual([
			...['accountId', 'organizationId', 'name', 'ownedByVitallyUserId', 'vitally.custom.stage'],
		]);
	});

	it('are none for instances until the custom object is chosen', async () => {
		const instance = { resource: 'customObjectInstance', operation: 'sync' };
		expect(await columns({ ...instance, customObjectId: byId('') })).toEqual({ fields: [] });
		expect(sandbox().requests).toEqual([]);
	});

	it.each([400, 403, 404])(
		'are none for a key that cannot read definitions: %d',
		async (status) => {
			sandbox().faults.add({ kind: 'status', status });
			await expect(columns(account)).rejects.toMatchObject({
				message: 'Vitally did not return the trait definitions of this workspace',
				description: `Choose 'Using Fields Below' or 'Using JSON' under Specify Traits, and enter the keys of the traits. (HTTP ${status})`,
			});
		},
	);
});
