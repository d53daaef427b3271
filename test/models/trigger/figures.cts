/** Histories and events of simulations by event: printed at the end when `HISTORIES` asks for more than usual. */
export class Figures {
	private readonly rows = new Map<string, { histories: number; events: number }>();

	private constructor(private readonly title: string) {}

	/** To be called in a `describe`. */
	static ofSuite(title: string): Figures {
		const figures = new Figures(title);
		afterAll(() => figures.print());
		return figures;
	}

	/** Counts one history and the number of its events. */
	add(event: string, events: number): void {
		const row = this.rows.get(event) ?? { histories: 0, events: 0 };
		this.rows.set(event, { histories: row.histories + 1, events: row.events + events });
	}

	private print(): void {
		if (process.env.HISTORIES === undefined) return;
		const rows = [...this.rows].map(([event, row]) => ({ event, ...row }));
		console.log(this.title, JSON.stringify(rows, null, 1));
	}
}
