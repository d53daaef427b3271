import type { Row, Traits } from './row.cts';

/**
 * What accounts and organizations have in common (docs/internal/service.md, Account; docs/internal/public-facts.md,
 * 4.2).
 */
export interface Customer extends Row {
	externalId: string;
	name: string;
	traits: Traits;
	healthScore: number | null;
	csmId: string | null;
	accountExecutiveId: string | null;
	lastSeenTimestamp: string | null;
	keyRoles: KeyRole[];
	segments: { id: string; name: string }[];
	npsDetractorCount: number;
	npsPassiveCount: number;
	npsPromoterCount: number;
}

/** Element shape from docs/internal/public-facts.md, 4.1. */
export interface KeyRole {
	id: string;
	createdAt: string;
	assignedAt: string;
	keyRole: { id: string; createdAt: string; label: string };
	/** Nobody may have the role. */
	vitallyUser: { id: string; name: string; email: string; licenseStatus: string } | null;
}

export interface Account extends Customer {
	organizationId: string | null;
	accountOwnerId: string | null;
	firstSeenTimestamp: string | null;
	lastInboundMessageTimestamp: string | null;
	lastOutboundMessageTimestamp: string | null;
}

/** docs/internal/beyond.md, 2 */
export interface Organization extends Customer {
	organizationOwnerId: string | null;
	firstPaidDate: string | null;
}

/** Returns a customer that only the caller's own fields describe yet. */
export function newCustomer(row: Row, externalId: string, name: string, traits: Traits): Customer {
	return {
		...row,
		externalId,
		name,
		traits,
		healthScore: null,
		csmId: null,
		accountExecutiveId: null,
		lastSeenTimestamp: null,
		keyRoles: [],
		segments: [],
		npsDetractorCount: 0,
		npsPassiveCount: 0,
		npsPromoterCount: 0,
	};
}

export function newAccount(row: Row, externalId: string, name: string, traits: Traits): Account {
	return {
		...newCustomer(row, externalId, name, traits),
		organizationId: null,
		accountOwnerId: null,
		firstSeenTimestamp: null,
		lastInboundMessageTimestamp: null,
		lastOutboundMessageTimestamp: null,
	};
}

export function newOrganization(
	row: Row,
	externalId: string,
	name: string,
	traits: Traits,
): Organization {
	return {
		...newCustomer(row, externalId, name, traits),
		organizationOwnerId: null,
		firstPaidDate: null,
	};
}

/** Returns the fields that are written as traits of the same names (docs/internal/service.md, Account). */
export function fieldsFromTraits({ mrr, nextRenewalDate, churnedAt, trialEndDate }: Traits) {
	return {
		mrr: typeof mrr === 'number' ? mrr : null,
		nextRenewalDate: textOrNull(nextRenewalDate),
		churnedAt: textOrNull(churnedAt),
		trialEndDate: textOrNull(trialEndDate),
	};
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/**
 * Returns whether the trait `churnedAt` is a time, which is what churned means (docs/internal/service.md, States and transitions).
 */
export function isChurned({ traits }: Customer): boolean {
	return typeof traits.churnedAt === 'string';
}

/** Returns a score from -100 to 100, or null without a response (docs/internal/beyond.md, 2). */
export function npsScore(customer: Customer): number | null {
	const { npsPromoterCount, npsPassiveCount, npsDetractorCount } = customer;
	const responses = npsPromoterCount + npsPassiveCount + npsDetractorCount;

	return responses ? Math.round((100 * (npsPromoterCount - npsDetractorCount)) / responses) : null;
}
