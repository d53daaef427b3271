import { Router } from 'express';
import { found } from '../refusal.cts';
import { archive } from '../state/archive.cts';
import { createNote, getNote, listNotes, noteView, updateNote } from '../state/notes.cts';
import { archivedOf, nestedPaths, pageQuery, textOf } from './query.cts';
import type { World } from './world.cts';

/** service.md, Notes. */
export function noteRoutes(world: World): Router {
	const router = Router();
	router.get(nestedPaths('notes'), (req, res) => {
		const query = {
			...pageQuery(req),
			archived: archivedOf(req),
			source: textOf(req.query.source),
		};
		res.json(listNotes(world.store, req.params, query));
	});
	router.post('/resources/notes', (req, res) => {
		const note = createNote(world.store, req.body, world.duplicateExternalId);
		res.json(noteView(world.store, note));
	});
	router
		.route('/resources/notes/:id')
		.get((req, res) => {
			const note = getNote(world.store, req.params.id, textOf(req.query.source));
			res.json(noteView(world.store, note));
		})
		.put((req, res) => {
			const note = getNote(world.store, req.params.id, textOf(req.query.source));
			res.json(noteView(world.store, updateNote(world.store, note, req.body)));
		})
		.delete((req, res) => {
			const note = found(world.store.notes.get(req.params.id), 'Note');
			archive(world.store, world.store.notes, note);
			res.status(204).end();
		});
	router.get('/resources/noteCategories', (req, res) => {
		res.json(world.store.noteCategories.page(pageQuery(req)));
	});
	return router;
}
