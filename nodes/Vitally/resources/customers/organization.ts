import { defineResource } from '../../operations/definition/resource';
import { created, csmChanged, healthDropped, segmentEvents, updated } from '../events';
import { organizationType } from '../recordTypes';
import { csmDetails } from './csm';
import { customerOperations } from './customerOperations';
import { organizationBrief } from './getBrief';
import { sharedTraitFields } from './sharedTraitFields';

const simpleFields = [
	'name',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'accountsCount',
	'csmName',
	'csmEmail',
	'churnedAt',
	'segments',
	'externalId',
	'id',
];

/** The paths accept either ID (docs/internal/beyond.md, 2; docs/internal/public-facts.md, 4). */
export const organization = defineResource(organizationType, {
	simpleFields,
	details: csmDetails,
	events: [
		{
			name: 'Churned',
			description: 'When an organization churns',
			changeKind: 'transitioned',
			transitionField: 'churnedAt',
		},
		created(organizationType.noun),
		csmChanged('organization'),
		...segmentEvents('organization'),
		healthDropped('organization'),
		updated(organizationType.noun),
	],
	operations: [
		...customerOperations(organizationType, {
			optional: sharedTraitFields,
			deletion: {
				description: 'Delete an organization and its data permanently',
				contents: 'its traits and all that belongs to it alone',
			},
			list: { docsNote: 'Churned organizations are included.' },
		}),
		organizationBrief,
	],
});
