import { found, HttpError } from '../httpError.cts';
import type { Resource } from './resource.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** Someone of the customer-success team (docs/internal/beyond.md, 6). */
export interface Admin extends Row {
	name: string;
	email: string;
	licenseStatus: 'active' | 'deactivated' | 'auto-created';
}

export function adminView(_state: ServiceState, { id, name, email, licenseStatus }: Admin) {
	return { id, name, email, licenseStatus };
}

/** Returns an admin inside another record; null where the id is no admin's. */
export function embeddedAdmin(state: ServiceState, id: string | null) {
	const admin = state.admins.get(id);

	return admin ? adminView(state, admin) : null;
}

/** @throws HttpError 400 that names the field, if an id is no admin's */
export function assertAdmin(state: ServiceState, id: string | undefined, field: string): void {
	if (id !== undefined && !state.admins.get(id)) {
		throw new HttpError(400, `${field} is not the id of an admin.`);
	}
}

/**
 * Finds the admin with an e-mail address, in any case of letters (a neutral choice).
 *
 * @throws HttpError 404 if there is none, because the search returns one object (a neutral choice)
 */
export function searchAdmins(state: ServiceState, email: string) {
	const isNamed = (admin: Admin) => admin.email.toLowerCase() === email.toLowerCase();

	return adminView(state, found([...state.admins.all()].find(isNamed), 'Admin'));
}

export const admins: Resource<Admin> = {
	path: '/resources/admins',
	label: 'Admin',
	view: adminView,
};
