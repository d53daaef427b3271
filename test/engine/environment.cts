// n8n-core reads these when it is loaded, so this file is imported before it.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// All suites of a process have this folder.
const folder = join(tmpdir(), `n8n-nodes-vitally-${process.pid}`);

if (!existsSync(folder)) {
	mkdirSync(folder);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'only for runs on this machine';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
// n8n also logs errors that the run hands back.
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';

// n8n's dependency injection needs it in place before any of its classes.
import 'reflect-metadata';
