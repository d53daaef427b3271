import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PREPARED, type Prepared } from './context.cts';
import { install } from './install.cts';
import { pack } from './tarball.cts';

/** Installs n8n, and the package as users get it, once before all checks. */
export default async function setUp(): Promise<void> {
	const installation = await install();
	const temporary = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-e2e-'));
	const prepared: Prepared = { installation, packed: pack(temporary), temporary };

	process.env[PREPARED] = JSON.stringify(prepared);
}
