const FIRST = [
	'Amber',
	'Birch',
	'Cobalt',
	'Delta',
	'Ember',
	'Fjord',
	'Granite',
	'Harbor',
	'Indigo',
	'Juniper',
	'Krypton',
	'Lumen',
	'Meridian',
	'Nimbus',
	'Orchard',
	'Pioneer',
	'Quartz',
	'Ridge',
	'Summit',
	'Tundra',
];

const SECOND = [
	'Analytics',
	'Bank',
	'Clinics',
	'Devices',
	'Energy',
	'Foods',
	'Games',
	'Health',
	'Insurance',
	'Labs',
	'Logistics',
	'Media',
	'Networks',
	'Outdoors',
	'Robotics',
	'Software',
	'Studios',
	'Systems',
	'Travel',
	'Works',
];

/** Returns a company name. All are different: 400 plain ones, then with a number. */
export function companyName(index: number): string {
	const first = FIRST[index % FIRST.length];
	const second = SECOND[(Math.floor(index / FIRST.length) + index * 7) % SECOND.length];
	const round = Math.floor(index / (FIRST.length * SECOND.length));

	return round === 0 ? `${first} ${second}` : `${first} ${second} ${round + 1}`;
}

/** Returns `amber-foods-2` for `Amber Foods 2`. */
export function slug(name: string): string {
	return name.toLowerCase().replaceAll(' ', '-');
}

export const ADMIN_ROLES = [
	'Support Lead',
	'Support Engineer',
	'Success Manager North',
	'Success Manager South',
	'Success Manager East',
	'Success Manager West',
	'Onboarding Lead',
	'Onboarding Specialist',
	'Account Executive North',
	'Account Executive South',
	'Renewals Lead',
	'Operations Analyst',
] as const;

export const USER_ROLES = [
	'Product Owner',
	'Head of Operations',
	'Platform Engineer',
	'Finance Lead',
	'Data Analyst',
	'Office Manager',
	'Security Officer',
	'Head of Marketing',
	'Team Administrator',
	'Buyer',
] as const;
