import { Router } from 'express';
import { found } from '../httpError.cts';
import { archive } from '../state/archive.cts';
import { createNote, getNote, listNotes, noteView, updateNote } from '../state/notes.cts';
import { archivedOf, nestedPaths, pageQuery, textOf } from './query.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** service.md, Notes. */
export function noteRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get(nestedPaths('notes'), (req, res) => {
		const query = {
			...pageQuery(req),
			archived: archivedOf(req),
			source: textOf(req.query.source),
		};
		res.json(listNotes(state(), req.params, query));
	});
	router.post('/resources/notes', (req, res) => {
		const note = createNote(state(), req.body, state().duplicateExternalId);
		res.json(noteView(state(), note));
	});
	router
		.route('/resources/notes/:id')
		.get((req, res) => {
			const note = getNote(state(), req.params.id, textOf(req.query.source));
			res.json(noteView(state(), note));
		})
		.put((req, res) => {
			const note = getNote(state(), req.params.id, textOf(req.query.source));
			res.json(noteView(state(), updateNote(state(), note, req.body)));
		})
		.delete((req, res) => {
			const note = found(state().notes.get(req.params.id), 'Note');
			archive(state(), state().notes, note);
			res.status(204).end();
		});
	router.get('/resources/noteCategories', (req, res) => {
		res.json(state().noteCategories.page(pageQuery(req)));
	});
	return router;
}
