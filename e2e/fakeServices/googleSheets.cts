import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService } from './httpService.cts';

const TOKEN = 'ya29.only-for-checks';

type Cell = string | number | boolean;

/** Google Sheets with one document, found by any ID. `add` creates its sheets. */
export class GoogleSheets implements HttpService {
	readonly host = 'sheets.googleapis.com';
	readonly authorization = `Bearer ${TOKEN}`;
	readonly credentials = {
		googleSheetsOAuth2Api: {
			clientId: 'client',
			clientSecret: 'secret',
			oauthTokenData: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3599 },
		},
	};

	/** The rows of each sheet; the first one has the names of the columns. */
	private readonly sheets = new Map<string, Cell[][]>();

	/** The first sheet that is added has the number 0 (`gid=0` in its address), and so on. */
	add(title: string, rows: Cell[][]): void {
		this.sheets.set(title, rows);
	}

	rows(title: string): Cell[][] {
		return this.sheets.get(title) ?? [];
	}

	answer(call: Call) {
		const { method, path, body } = call;
		const [, id, rest = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? [];

		assertCall(id, 'an unknown address');
		if (method === 'GET' && rest === '') return { sheets: this.properties() };

		if (method === 'POST' && rest === ':batchUpdate') {
			return { spreadsheetId: id, replies: repliesTo((body.requests ?? []) as IDataObject[]) };
		}

		const isAppend = method === 'POST' && rest.endsWith(':append');
		const range = decodeURIComponent(rest.replace(/^\/values\//, '').replace(/:append$/, ''));
		const [, title, line] = /^'?([^'!]+)'?(?:!(\d+):\d+)?$/.exec(range) ?? [];
		const rows = this.sheets.get(title);

		assertCall(rows, `there is no range ${range}`);
		if (method === 'GET') return { range, majorDimension: 'ROWS', ...valuesOf(rows) };

		assertCall(isAppend || (method === 'PUT' && line), 'an unknown method');

		const start = isAppend ? rows.length : Number(line) - 1;

		assertCall(start === rows.length, `line ${start + 1} does not follow the last line`);

		const values = readValues(call);

		rows.push(...values);

		return { spreadsheetId: id, updatedRange: range, updatedRows: values.length };
	}

	reset(): void {
		this.sheets.clear();
	}

	private properties() {
		return [...this.sheets].map(([title, rows], index) => ({
			properties: {
				sheetId: index,
				title,
				index,
				sheetType: 'GRID',
				gridProperties: { rowCount: Math.max(1000, rows.length), columnCount: 26 },
			},
		}));
	}
}

/** Accepts only requests for more rows and columns, of which each sheet has enough. */
function repliesTo(requests: IDataObject[]): object[] {
	for (const request of requests) assertCall(request.appendDimension, 'an unknown request');

	return requests.map(() => ({}));
}

/** Reads what is to be written, which must not become a formula. */
function readValues({ query, body }: Call): Cell[][] {
	const mode = query.get('valueInputOption');

	assertCall(mode === 'RAW' || mode === 'USER_ENTERED', 'INVALID_ARGUMENT');

	const values = body.values as Cell[][];
	const hasFormula = values.flat().some((cell) => String(cell).startsWith('='));

	assertCall(!hasFormula || mode === 'RAW', 'text that becomes a formula');

	return values;
}

/** Returns rows without the empty cells at their ends, and no `values` where there are none. */
function valuesOf(rows: Cell[][]): { values?: Cell[][] } {
	if (rows.length === 0) return {};

	return { values: rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)) };
}
