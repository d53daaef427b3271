import { Progress } from '../../nodes/Vitally/sync/report';

describe('the progress of a long run', () => {
	it('is reported every 15 seconds, and not in a short run', () => {
		let now = 1000;
		const messages: string[] = [];
		const progress = new Progress(
			(line) => messages.push(line),
			() => now,
		);
		for (let row = 0; row < 400; row++) {
			progress.report(() => `row ${row}`);
			now += 100;
		}
		expect(messages).toEqual(['row 150', 'row 300']);
	});
});
