import type { Request, Response } from 'express';

import { toCursor } from './state/cursor.cts';

type AnswerFault =
	| 'resetAfter'
	| 'truncated'
	| 'notJson'
	| 'repeatCursor'
	| 'emptyPageWithCursor'
	| 'missingResults';

type Body = Record<string, unknown>;

/** A record in an answer. */
export type ShownRecord = Record<string, unknown>;

/** A cursor of the right form, for answers that have none. */
const ANY_CURSOR = toCursor({ sortValue: '1970-01-01T00:00:00.000Z', id: '0' });

const BROKEN_BODIES: Partial<Record<AnswerFault, (body: Body, req: Request) => Body>> = {
	repeatCursor: (body, req) => ({ ...body, next: req.query.from ?? body.next, atEnd: false }),
	emptyPageWithCursor: (body) => ({ ...body, results: [], next: body.next ?? ANY_CURSOR }),
	missingResults: ({ next }) => ({ next }),
};

/** Lets the request have its effect, and breaks the answer. */
export function answerWithFault(kind: AnswerFault, req: Request, res: Response): void {
	const breakBody = BROKEN_BODIES[kind];

	if (breakBody) {
		const json = res.json.bind(res);

		res.json = (body: Body) => json('results' in body ? breakBody(body, req) : body);
	} else if (kind === 'notJson') {
		res.json = () => res.type('html').send('<html><body>Service status page</body></html>');
	} else {
		cutConnection(kind, req, res);
	}
}

/** Shows the records of an answer in another form. */
export function showRecords(
	shownAs: (record: ShownRecord) => ShownRecord | undefined,
	res: Response,
): void {
	const json = res.json.bind(res);

	res.json = (body: Body) => {
		if (!Array.isArray(body.results)) return json('id' in body ? shownAs(body) : body);

		const results = (body.results as ShownRecord[]).flatMap((record) => shownAs(record) ?? []);

		return json({ ...body, results });
	};
}

/** Cuts the connection in place of an answer, or after half of it. */
function cutConnection(kind: AnswerFault, req: Request, res: Response): void {
	const cut = () => req.socket.destroy();
	const write = res.write.bind(res);

	res.end = (chunk?: unknown) => {
		if (kind === 'resetAfter' || !Buffer.isBuffer(chunk)) cut();
		else write(chunk.subarray(0, chunk.length / 2), cut);

		return res;
	};
}
