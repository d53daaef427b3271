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

	answer({ method, path, query, body }: Call) {
		const [, id, rest = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? [];

		assertCall(id, 'an unknown address');
		if (method === 'GET' && rest === '') return { sheets: this.properties() };

		if (method === 'POST' && rest === ':batchUpdate') {
			// More rows and columns, of which this sheet has enough.
			const requests = (body.requests ?? []) as IDataObject[];

			for (const request of requests) assertCall(request.appendDimension, 'an unknown request');

			return { spreadsheetId: id, replies: requests.map(() => ({})) };
		}

		const range = decodeURIComponent(rest.replace(/^\/values\//, '').replace(/:append$/, ''));
		const [, title, line] = /^'?([^'!]+)'?(?:!(\d+):\d+)?$/.exec(range) ?? [];
		const rows = this.sheets.get(title);

		assertCall(rows, `there is no range ${range}`);
		if (method === 'GET') return { range, majorDimension: 'ROWS', ...shown(rows) };

		const mode = query.get('valueInputOption');

		assertCall(mode === 'RAW' || mode === 'USER_ENTERED', 'INVALID_ARGUMENT');
		const values = body.values as Cell[][];
		const isFormula = values.flat().some((cell) => String(cell).startsWith('='));

		assertCall(!isFormula || mode === 'RAW', 'text that becomes a formula');
		const isAppend = method === 'POST' && rest.endsWith(':append');

		assertCall(isAppend || (method === 'PUT' && line), 'an unknown method');
		const from = isAppend ? rows.length : Number(line) - 1;

		assertCall(from === rows.length, `line ${from + 1} does not follow the last one`);
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

/** Without the empty cells at the end of a row, and without `values` where there are none. */
function shown(rows: Cell[][]): { values?: Cell[][] } {
	if (rows.length === 0) return {};

	return { values: rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)) };
}
