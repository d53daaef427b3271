import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PREPARED, type Prepared } from './context.cts';
import { install } from './install.cts';
import { pack } from './tarball.cts';

/** Once before all checks: n8n, and the package as users get it. */
export default async function setUp(): Promise<void> {
	const installation = await install();
	const temporary = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-e2e-'));
	const prepared: Prepared = { installation, packed: pack(temporary), temporary };

	process.env[PREPARED] = JSON.stringify(prepared);
}
