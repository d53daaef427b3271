import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { describeResponse } from '../describeValue.cts';
import { compare, type WriteFact } from './fact.cts';

/** What the Analytics API answers, with its own key. */
export const ANALYTICS_FACT: WriteFact = {
	id: 'V45',
	statement: 'The Analytics key is sent as it stands, and a bad message rejects its whole batch',
	section: 'public-facts.md, 6',
	ifItDiffers: 'Batches with a bad message are reported wrong; VitallyAnalytics/batch.ts.',
	ask: async (analytics, records) => {
		const { externalId } = await records.account();
		const good = {
			type: 'account',
			accountId: String(externalId),
			traits: {},
			messageId: `${records.prefix}-good`,
		};
		const bad = { type: 'account', traits: {}, messageId: `${records.prefix}-bad` };

		const rejection = await analytics.rejectionOf(batchOf([good, bad]), {
			acceptedInstead: async () => await analytics.sendAccepted(batchOf([good])),
		});
		const observation = rejection ? describeResponse(rejection) : 'accepted';

		return compare(observation, { isAsExpected: rejection?.status === 400 });
	},
};

function batchOf(body: IDataObject[]): ServiceRequest {
	return { method: 'POST', path: '/analytics/v1/batch', body, target: 'noRecord' };
}
