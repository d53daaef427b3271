interface Row {
	histories: number;
	events: number;
	lost: number;
	twice: number;
}

/** What simulations did, by event: printed at the end when `HISTORIES` asks for more than usual. */
export class Figures {
	private readonly rows = new Map<string, Row>();

	private constructor(private readonly title: string) {}

	/** To be called in a `describe`. */
	static ofSuite(title: string): Figures {
		const figures = new Figures(title);
		afterAll(() => figures.print());
		return figures;
	}

	/**
	 * Counts one history.
	 *
	 * @param run returns the number of its events, or throws on the first that is lost or comes twice
	 */
	history(event: string, run: () => number): void {
		const row = this.begin(event);
		try {
			row.events += run();
		} catch (error) {
			throw failed(row, error as Error);
		}
	}

	async asyncHistory(event: string, run: () => Promise<number>): Promise<void> {
		const row = this.begin(event);
		try {
			row.events += await run();
		} catch (error) {
			throw failed(row, error as Error);
		}
	}

	private begin(event: string): Row {
		const row = this.rows.get(event) ?? { histories: 0, events: 0, lost: 0, twice: 0 };
		this.rows.set(event, row);
		row.histories++;
		return row;
	}

	private print(): void {
		if (process.env.HISTORIES === undefined) return;
		const lines = [...this.rows].map(([event, { histories, events, lost, twice }]) =>
			[event, histories, events, lost, twice].join(' | '),
		);
		const head = ['Event', 'Histories', 'Events', 'Lost', 'Twice'];
		const table = [head.join(' | '), head.map(() => '---').join(' | '), ...lines];
		console.log([this.title, '', ...table.map((line) => `| ${line} |`)].join('\n'));
	}
}

function failed(row: Row, error: Error): Error {
	if (error.message.startsWith('lost')) row.lost++;
	if (error.message.startsWith('emitted twice')) row.twice++;
	return error;
}
