import { found, HttpError } from '../httpError.cts';
import { accountView } from './accounts.cts';
import { isArchived } from './archive.cts';
import type { Archivable } from './archive.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { noteHtml } from './noteHtml.cts';
import { organizationView } from './organizations.cts';
import { parentsOf, within } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { PageQuery } from './table.cts';
import { mergeTraits } from './traits.cts';
import { without } from './without.cts';

/** service.md, Note. */
export interface Note extends Archivable, Parents {
	externalId: string | null;
	note: string;
	noteDate: string;
	subject: string | null;
	authorId: string | null;
	categoryId: string | null;
	source: string | null;
	tags: string[];
	traits: Traits;
}

/** service.md, Note Category; project categories have the same fields. */
export interface Category extends Row {
	name: string;
}

export interface NoteBody extends Scope {
	externalId?: string;
	note?: string;
	noteDate?: string;
	subject?: string;
	authorId?: string;
	categoryId?: string;
	tags?: string[];
	traits?: Traits;
}

export interface NoteQuery extends PageQuery {
	archived: boolean;
	source?: string;
}

const isFrom = (source: string | undefined, note: { source: string | null }) =>
	source === undefined || source.toLowerCase() === note.source?.toLowerCase();

export function noteView(state: ServiceState, note: Note) {
	const { accountId, organizationId, authorId, categoryId } = note;
	const account = state.accounts.get(accountId ?? '');
	const organization = state.organizations.get(organizationId ?? '');
	return {
		...note,
		meetingDescription: null,
		users: [],
		// Without key roles and segments (public-facts.md, 4.7).
		account: account ? without(accountView(state, account), 'keyRoles', 'segments') : null,
		organization: organization ? organizationView(state, organization) : null,
		author: authorOf(state, authorId),
		category: state.noteCategories.get(categoryId ?? '') ?? null,
	};
}

function authorOf(state: ServiceState, id: string | null) {
	const admin = state.admins.get(id ?? '');
	if (admin) {
		const { name, email, licenseStatus } = admin;
		return { id, name, email, licenseStatus };
	}
	const user = state.users.get(id ?? '');
	return user ? { id, name: user.name, email: user.email, licenseStatus: null } : null;
}

export function listNotes(state: ServiceState, scope: Scope, query: NoteQuery) {
	const belongs = within(state, scope);
	const page = state.notes.page(
		query,
		(note) => isArchived(note) === query.archived && isFrom(query.source, note) && belongs(note),
	);
	return { ...page, results: page.results.map((note) => noteView(state, note)) };
}

/** @param id service id or external id; `source`, when given, must be the note's (service.md, Notes) */
export function getNote(state: ServiceState, id: string, source?: string): Note {
	const note = state.notes.byEitherId(id);
	return found(note && isFrom(source, note) ? note : undefined, 'Note');
}

export function createNote(
	state: ServiceState,
	body: NoteBody,
	duplicate: DuplicateExternalId,
): Note {
	const { externalId = null, note = '', noteDate = '', tags = [], traits } = body;
	const known = recordToUpdate(state.notes, body.externalId, duplicate, 'note');
	if (known) return updateNote(state, known, body);
	assertKnownReferences(state, body);
	const parents = parentsOf(state, body);
	return state.notes.insert({
		...state.newRow(),
		...parents,
		externalId,
		note: noteHtml(state, parents, note),
		noteDate,
		subject: body.subject ?? null,
		authorId: body.authorId ?? null,
		categoryId: body.categoryId ?? null,
		archivedAt: null,
		source: null,
		tags,
		traits: mergeTraits({}, traits),
	});
}

/** Leaving out `tags` removes them all; the external id stays (service.md, Notes). */
export function updateNote(state: ServiceState, note: Note, body: NoteBody): Note {
	assertKnownReferences(state, body);
	const moves = body.accountId !== undefined || body.organizationId !== undefined;
	const parents = moves ? parentsOf(state, body) : note;
	return state.notes.change(note, {
		accountId: parents.accountId,
		organizationId: parents.organizationId,
		note: body.note === undefined ? note.note : noteHtml(state, parents, body.note),
		noteDate: body.noteDate ?? note.noteDate,
		subject: body.subject ?? note.subject,
		authorId: body.authorId ?? note.authorId,
		categoryId: body.categoryId ?? note.categoryId,
		tags: body.tags ?? [],
		traits: mergeTraits(note.traits, body.traits),
		updatedAt: state.now(),
	});
}

function assertKnownReferences(state: ServiceState, { authorId, categoryId }: NoteBody): void {
	if (authorId !== undefined && !authorOf(state, authorId)) {
		throw new HttpError(400, 'authorId is not the id of an admin or user.');
	}
	if (categoryId !== undefined && !state.noteCategories.get(categoryId)) {
		throw new HttpError(400, 'categoryId is not the id of a note category.');
	}
}
