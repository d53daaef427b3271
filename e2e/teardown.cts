import { rmSync } from 'node:fs';

import { PREPARED, type Prepared } from './context.cts';

export default function tearDown(): void {
	const { temporary } = JSON.parse(process.env[PREPARED] ?? '{}') as Prepared;

	rmSync(temporary, { recursive: true, force: true });
}
