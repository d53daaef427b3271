import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { debian, program } from '../debian.cts';

/** A key and a certificate that no program trusts unless it is configured to. */
interface Certificate {
	key: Buffer;
	cert: Buffer;
	/** The certificate, for NODE_EXTRA_CA_CERTS: it is its own authority. */
	file: string;
}

/** Makes a certificate for the hosts, good for two days, in `folder`. */
export function makeCertificate(hosts: string[], folder: string): Certificate {
	debian(['openssl']);
	const keyFile = join(folder, 'key.pem');
	const file = join(folder, 'certificate.pem');
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	execFileSync(
		program('openssl') ?? 'openssl',
		[
			...['req', '-x509', '-days', '2', '-subj', '/CN=n8n-nodes-vitally checks'],
			...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
			...['-addext', `subjectAltName=${names}`, '-keyout', keyFile, '-out', file],
		],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	return { key: readFileSync(keyFile), cert: readFileSync(file), file };
}
