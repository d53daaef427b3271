import { found } from '../httpError.cts';
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

/**
 * The admin with an e-mail address, in any case of letters (a neutral choice).
 *
 * @throws HttpError 404 when there is none (a neutral choice; docs/beyond.md, 6)
 */
export function searchAdmins(state: ServiceState, email: string) {
	const admin = [...state.admins.all()].find(
		(one) => one.email.toLowerCase() === email.toLowerCase(),
	);
	return adminView(state, found(admin, 'Admin'));
}

export const admins: Resource<Admin> = {
	path: '/resources/admins',
	label: 'Admin',
	view: adminView,
};
