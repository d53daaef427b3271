import { HttpError } from '../httpError.cts';
import { embeddedAccount, moveAccountsOf } from './accounts.cts';
import { archive, isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { noteHtml } from './noteHtml.cts';
import { omit } from './omit.cts';
import { organizationView } from './organizations.cts';
import { namesParent, parentsOf, within } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { findOfSource, isFrom } from './source.cts';
import type { Sourced } from './source.cts';
import { mergeTraits } from './traits.cts';

/** docs/internal/service.md, Note. */
export interface Note extends Archivable, Parents, Sourced {
	externalId: string | null;
	note: string;
	noteDate: string;
	subject: string | null;
	authorId: string | null;
	categoryId: string | null;
	tags: string[];
	traits: Traits;
}

interface NoteBody extends Scope {
	externalId?: string;
	note?: string;
	noteDate?: string;
	subject?: string;
	authorId?: string;
	categoryId?: string;
	tags?: string[];
	traits?: Traits;
}

/**
 * Returns a note as it was seen: without the `source` and `meetingDescription` of the document, and its account without
 * segments (docs/internal/public-facts.md, 4.7).
 */
function noteView(state: ServiceState, note: Note) {
	const { accountId, organizationId, authorId, categoryId } = note;
	const account = embeddedAccount(state, accountId);
	const organization = state.organizations.get(organizationId);

	return {
		...omit(note, 'source'),
		users: [],
		account: account && omit(account, 'segments'),
		organization: organization ? organizationView(state, organization) : null,
		author: authorOf(state, authorId),
		category: state.noteCategories.get(categoryId) ?? null,
	};
}

function authorOf(state: ServiceState, id: string | null) {
	const admin = state.admins.get(id);

	if (admin) {
		const { name, email, licenseStatus } = admin;

		return { id, name, email, licenseStatus };
	}

	const user = state.users.get(id);

	return user ? { id, name: user.name, email: user.email, licenseStatus: null } : null;
}

export function createNote(
	state: ServiceState,
	body: NoteBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
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
		noteDate: withMilliseconds(noteDate),
		subject: body.subject ?? null,
		authorId: body.authorId ?? null,
		categoryId: body.categoryId ?? null,
		archivedAt: null,
		source: null,
		tags,
		traits: mergeTraits({}, traits),
	});
}

/**
 * Updates a note. Leaving out `tags` removes them all (docs/internal/service.md, Notes); the external id changes, as seen
 * (docs/internal/public-facts.md, 4.7).
 */
export function updateNote(state: ServiceState, note: Note, body: NoteBody): Note {
	assertKnownReferences(state, body);
	const parents = namesParent(body) ? parentsOf(state, body) : note;

	return state.notes.change(note, {
		accountId: parents.accountId,
		organizationId: parents.organizationId,
		note: body.note === undefined ? note.note : noteHtml(state, parents, body.note),
		externalId: body.externalId ?? note.externalId,
		noteDate: withMilliseconds(body.noteDate ?? note.noteDate),
		subject: body.subject ?? note.subject,
		authorId: body.authorId ?? note.authorId,
		categoryId: body.categoryId ?? note.categoryId,
		tags: body.tags ?? [],
		traits: mergeTraits(note.traits, body.traits),
		updatedAt: state.now(),
	});
}

/** docs/internal/service.md, Notes. */
export const notes: Resource<Note> = {
	path: '/resources/notes',
	label: 'Note',
	view: noteView,
	matches: (state, parameters) => {
		const isWithin = within(state, parameters);

		return (note) => isListed(note, parameters) && isFrom(note, parameters) && isWithin(note);
	},
	find: (state, parameters) => findOfSource(state.notes, parameters),
	findToDelete: (state, { id }) => state.notes.get(id),
	create: (state, body: NoteBody) => {
		const note = createNote(state, body);

		return moveAccountsOf(state, [note.accountId], note);
	},
	update: updateNote,
	remove: (state, note) => archive(state, state.notes, note),
};

/** Returns `…:03.000Z` for `…:03Z` (docs/internal/public-facts.md, 4.7). */
function withMilliseconds(time: string): string {
	return new Date(time).toISOString();
}

function assertKnownReferences(state: ServiceState, { authorId, categoryId }: NoteBody): void {
	if (authorId !== undefined && !authorOf(state, authorId)) {
		throw new HttpError(400, 'authorId is not the id of an admin or user.');
	}

	if (categoryId !== undefined && !state.noteCategories.get(categoryId)) {
		throw new HttpError(400, 'categoryId is not the id of a note category.');
	}
}
