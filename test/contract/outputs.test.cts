import type { IDataObject } from 'n8n-workflow';

import { resourcesOf } from '../engine/declared.cts';
import { NODE } from '../engine/node.cts';
import { schemaOf } from '../engine/operationCases.cts';
import { callerWith } from './calls.cts';
import { FIRST_CALLS, nameOf, type EndpointCall } from './endpoints.cts';
import { expectNoFaults, faultOf, firstOfEach } from './rules.cts';

const run = callerWith();

const itemsOf = async (one: EndpointCall, parameters: object): Promise<IDataObject[]> => {
	const { outcome } = await run(one, { ...parameters });
	if (outcome.error) throw new Error(`${nameOf(one.call)}: ${outcome.error.message}`);
	return outcome.items(NODE).map(({ json }) => json);
};

/** What is there only where something happened, and what is empty for a kind of row, stays away. */
const ONLY_SOMETIMES = /^(strippedHtml|deleteOn)$/;
/** Not in the response to a creation, so it is there only if it was sent. */
const ONLY_IF_SENT: Record<string, RegExp> = {
	'vitally project create': /^(targetCompletionDate|organizationId|organizationName)$/,
};
const HAS_COLUMNS_OF_ITS_OWN = /sync|applyChanges|undoSync|^vitallyAnalytics|^vitally customField/;

/** Operations that return records of their resource. */
const returnsRecords = ({ call }: EndpointCall): boolean => {
	const { resource, operation } = call.parameters;
	const { operations = [] } =
		resourcesOf[call.type ?? 'vitally'].find(({ name }) => name === resource) ?? {};
	const { fields = [] } = operations.find(({ value }) => value === operation) ?? {};
	return fields.some(({ name }) => name === 'output');
};

it('what the editor promises is in the output, and no list of a record holds an object', async () => {
	await expectNoFaults(FIRST_CALLS, async (one) => {
		const name = nameOf(one.call);
		const schema = HAS_COLUMNS_OF_ITS_OWN.test(name) ? undefined : schemaOf(one.call);
		const promised = Object.keys(schema?.properties ?? {});
		const items = await itemsOf(one, {});
		const missing = items.flatMap((item) => promised.filter((key) => !(key in item)));
		const records = returnsRecords(one) ? items : [];
		const lists = records.flatMap((item) =>
			Object.entries(item).filter(
				([, value]) => Array.isArray(value) && value.some((entry) => typeof entry === 'object'),
			),
		);
		return [
			...missing
				.filter((key) => !ONLY_SOMETIMES.test(key) && !ONLY_IF_SENT[name]?.test(key))
				.map((key) => `${name}: the output has no ${key}`),
			...lists.map(([key]) => `${name}: ${key} is a list with objects`),
		];
	});
});

/** All operations of a resource select with the same function. */
const ONE_OF_EACH_RESOURCE = firstOfEach(
	FIRST_CALLS.filter(returnsRecords),
	({ call }) => call.parameters.resource,
);

it('selected fields keep the ID and the name', async () => {
	await expectNoFaults(ONE_OF_EACH_RESOURCE, async (one) => {
		const raw = await itemsOf(one, { output: 'raw' });
		const selected = await itemsOf(one, { output: 'selected', fields: ['traits.plan'] });
		const sent = selected.map(({ id, name }) => ({ id: typeof id, name }));
		const expected = raw.map(({ name }) => ({ id: 'string', name }));
		return faultOf(nameOf(one.call), 'traits.plan', sent, expected);
	});
});
