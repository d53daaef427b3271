import { newCustomer } from '../state/customers.cts';
import type { Account, Customer, KeyRole, Organization } from '../state/customers.cts';
import type { Admin } from '../state/people.cts';
import type { Traits } from '../state/row.cts';
import type { Store } from '../state/store.cts';
import { daysAgo, midnightAgo } from './calendar.cts';
import type { Chance } from './chance.cts';
import { ADMIN_ROLES, companyName, slug } from './words.cts';

const INDUSTRIES = ['Finance', 'Health', 'Manufacturing', 'Media', 'Retail', 'Software'];
const NEXT_STEPS = [
	'Book the review',
	'Send the renewal quote',
	'Plan the training',
	'Share the roadmap',
];
const PLANS = [
	{ name: 'Starter', mrr: [90, 400] },
	{ name: 'Growth', mrr: [500, 2400] },
	{ name: 'Enterprise', mrr: [3000, 18_000] },
] as const;

/** The customer-success team. */
export function addAdmins(store: Store, count: number): Admin[] {
	return Array.from({ length: count }, (_, index) => {
		const role = ADMIN_ROLES[index % ADMIN_ROLES.length];
		const round = Math.floor(index / ADMIN_ROLES.length);
		const name = round === 0 ? role : `${role} ${round + 1}`;
		const createdAt = daysAgo(900 - index);
		return store.admins.insert({
			id: store.newId(),
			createdAt,
			updatedAt: createdAt,
			name,
			email: `${slug(name)}@team.example`,
			licenseStatus: index % 12 === 11 ? 'deactivated' : 'active',
		});
	});
}

/** Groups of companies that own several accounts each. */
export function addOrganizations(store: Store, chance: Chance, count: number): Organization[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `${companyName(index)} Group`;
		return store.organizations.insert({
			...customer(store, chance, name, `org-${1000 + index}`, {
				'vitally.custom.region': chance.pick(['Americas', 'Asia', 'Europe']),
			}),
			organizationOwnerId: null,
		});
	});
}

/** Accounts with a spread of health, revenue, renewals and churn; three of four in an organization. */
export function addAccounts(
	store: Store,
	chance: Chance,
	count: number,
	organizations: Organization[],
	admins: Admin[],
): Account[] {
	const keyRoles = new Map(admins.map((admin) => [admin.id, [keyRole(store, admin)]]));
	const segments = ['At risk', 'Healthy', 'Enterprise'].map((name) => ({
		id: store.newId(),
		name,
	}));
	return Array.from({ length: count }, (_, index) => {
		const plan = chance.pick(PLANS);
		const owned = organizations.length > 0 && chance.percent(75);
		const organizationId = owned ? chance.pick(organizations).id : null;
		const traits = accountTraits(chance, plan.name, chance.between(plan.mrr[0], plan.mrr[1]));
		const base = customer(store, chance, companyName(index), `acct-${10_000 + index}`, traits);
		const [risk, healthy, enterprise] = segments;
		const score = base.healthScore;
		const csm = admins.length > 0 ? chance.pick(admins) : undefined;
		return store.accounts.insert({
			...base,
			organizationId,
			accountOwnerId: null,
			firstSeenTimestamp: base.createdAt,
			lastInboundMessageTimestamp: chance.percent(60) ? daysAgo(chance.between(1, 60)) : null,
			lastOutboundMessageTimestamp: chance.percent(70) ? daysAgo(chance.between(1, 60)) : null,
			csmId: csm?.id ?? null,
			npsDetractorCount: chance.between(0, 3),
			npsPassiveCount: chance.between(0, 4),
			npsPromoterCount: chance.between(0, 6),
			keyRoles: keyRoles.get(csm?.id ?? '') ?? [],
			segments: [
				...(score !== null && score < 4 ? [risk] : []),
				...(score !== null && score >= 7 ? [healthy] : []),
				...(plan.name === 'Enterprise' ? [enterprise] : []),
			],
		});
	});
}

function accountTraits(chance: Chance, plan: string, mrr: number): Traits {
	return {
		plan,
		industry: chance.pick(INDUSTRIES),
		seats: chance.between(3, 400),
		betaProgram: chance.percent(20),
		mrr,
		nextRenewalDate: midnightAgo(-chance.between(5, 360)),
		'vitally.custom.nextStep': chance.pick(NEXT_STEPS),
		'vitally.custom.products': chance.percent(50) ? ['Core', 'Reports'] : ['Core'],
		...(chance.percent(12) ? { churnedAt: daysAgo(chance.between(2, 300)) } : {}),
	};
}

function customer(
	store: Store,
	chance: Chance,
	name: string,
	externalId: string,
	traits: Traits,
): Customer {
	const created = chance.between(60, 900) + chance.fraction();
	const row = {
		id: store.newId(),
		createdAt: daysAgo(created),
		updatedAt: daysAgo(chance.fraction() * 60),
	};
	return {
		...newCustomer(row, externalId, name, traits),
		healthScore: chance.percent(92) ? Math.round(chance.fraction() * 100) / 10 : null,
		lastSeenTimestamp: daysAgo(chance.fraction() * 60),
	};
}

function keyRole(store: Store, admin: Admin): KeyRole {
	const { id, name, email, licenseStatus, createdAt } = admin;
	return {
		id: store.newId(),
		createdAt,
		assignedAt: createdAt,
		keyRole: { id: store.newId(), createdAt, label: 'Success Manager' },
		vitallyUser: { id, name, email, licenseStatus },
	};
}
