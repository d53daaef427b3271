import type { Admin } from '../state/admins.cts';
import { newAccount, newOrganization } from '../state/customers.cts';
import type { Account, Customer, KeyRole, Organization } from '../state/customers.cts';
import type { Row, Traits } from '../state/row.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo, midnightAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';
import { ADMIN_ROLES, companyName, slug } from './words.cts';

const INDUSTRIES = ['Finance', 'Health', 'Manufacturing', 'Media', 'Retail', 'Software'];
const NEXT_STEPS = [
	'Book the review',
	'Send the renewal quote',
	'Plan the training',
	'Share the roadmap',
];
const PRODUCTS = [['Core'], ['Core', 'Reports']];
const HEALTH_SEGMENTS = ['At risk', 'To watch', 'Healthy'];
const PLANS = [
	{ name: 'Starter', mrr: [90, 400] },
	{ name: 'Growth', mrr: [500, 2400] },
	{ name: 'Enterprise', mrr: [3000, 18_000] },
] as const;

/** Adds the customer-success team. */
export function addAdmins(state: ServiceState, count: number): Admin[] {
	return Array.from({ length: count }, (_, index) => {
		const role = ADMIN_ROLES[index % ADMIN_ROLES.length];
		const round = Math.floor(index / ADMIN_ROLES.length);
		const name = round === 0 ? role : `${role} ${round + 1}`;
		const createdAt = daysAgo(900 - index);

		return state.admins.insert({
			id: state.newId(),
			createdAt,
			updatedAt: createdAt,
			name,
			email: `${slug(name)}@team.example`,
			licenseStatus: index % 12 === 11 ? 'deactivated' : 'active',
		});
	});
}

/** Adds groups of companies that own several accounts each. */
export function addOrganizations(
	state: ServiceState,
	random: SeededRandom,
	count: number,
): Organization[] {
	return Array.from({ length: count }, (_, index) => {
		const traits = { 'vitally.custom.region': random.pick(['Americas', 'Asia', 'Europe']) };
		const name = `${companyName(index)} Group`;
		const row = oldRow(state, random);
		const organization = newOrganization(row, `org-${1000 + index}`, name, traits);

		setSigns(organization, random);

		return state.organizations.insert(organization);
	});
}

/** Adds accounts with a spread of health, revenue, renewals and churn; three of four are in an organization. */
export function addAccounts(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	{ organizations, admins }: { organizations: Organization[]; admins: Admin[] },
): Account[] {
	const keyRoles = new Map(admins.map((admin) => [admin.id, [keyRole(state, admin)]]));
	const segments = HEALTH_SEGMENTS.map((name) => [{ id: state.newId(), name }]);

	return Array.from({ length: count }, (_, index) => {
		const isOwned = organizations.length > 0 && random.percent(75);
		const owner = isOwned ? random.pick(organizations) : null;
		const externalId = `acct-${10_000 + index}`;
		const row = oldRow(state, random);
		const account = newAccount(row, externalId, companyName(index), accountTraits(random));

		setSigns(account, random);
		account.organizationId = owner?.id ?? null;
		account.firstSeenTimestamp = account.createdAt;
		if (random.percent(60)) account.lastInboundMessageTimestamp = daysAgo(random.between(1, 60));
		if (random.percent(70)) account.lastOutboundMessageTimestamp = daysAgo(random.between(1, 60));
		if (admins.length > 0) account.csmId = random.pick(admins).id;

		account.keyRoles = keyRoles.get(account.csmId ?? '') ?? [];
		// These were the NPS counts: they are still drawn, so that all that follows stays as it is.
		for (let draw = 0; draw < 3; draw += 1) random.fraction();

		const { healthScore } = account;

		if (healthScore !== null) {
			account.segments = segments[Math.min(2, Math.floor(healthScore / 3.5))];
		}

		return state.accounts.insert(account);
	});
}

function accountTraits(random: SeededRandom): Traits {
	const plan = random.pick(PLANS);
	const traits: Traits = {
		plan: plan.name,
		industry: random.pick(INDUSTRIES),
		seats: random.between(3, 400),
		betaProgram: random.percent(20),
		mrr: random.between(plan.mrr[0], plan.mrr[1]),
		nextRenewalDate: midnightAgo(-random.between(5, 360)),
		'vitally.custom.nextStep': random.pick(NEXT_STEPS),
		'vitally.custom.products': random.pick(PRODUCTS),
	};
	if (random.percent(12)) traits.churnedAt = daysAgo(random.between(2, 300));

	return traits;
}

function oldRow(state: ServiceState, random: SeededRandom): Row {
	return {
		id: state.newId(),
		createdAt: daysAgo(random.between(60, 900) + random.fraction()),
		updatedAt: daysAgo(random.fraction() * 60),
	};
}

/** Sets what the service itself found out about a customer. */
function setSigns(customer: Customer, random: SeededRandom): void {
	if (random.percent(92)) customer.healthScore = Math.round(random.fraction() * 100) / 10;

	customer.lastSeenTimestamp = daysAgo(random.fraction() * 60);
}

/** Returns the role of a teammate, as customers show it. */
export function keyRole(state: ServiceState, admin: Admin): KeyRole {
	const { id, name, email, licenseStatus, createdAt } = admin;

	return {
		id: state.newId(),
		createdAt,
		assignedAt: createdAt,
		keyRole: { id: state.newId(), createdAt, label: 'Success Manager' },
		vitallyUser: { id, name, email, licenseStatus },
	};
}
