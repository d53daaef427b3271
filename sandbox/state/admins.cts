import type { Resource } from './resource.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** Someone of the customer-success team (docs/public-facts.md, 4.4). */
export interface Admin extends Row {
	name: string;
	email: string;
	licenseStatus: 'active' | 'deactivated' | 'auto-created';
}

export function adminView(_state: ServiceState, { id, name, email, licenseStatus }: Admin) {
	return { id, name, email, licenseStatus };
}

export const admins: Resource<Admin> = {
	path: '/resources/admins',
	label: 'Admin',
	view: adminView,
};
