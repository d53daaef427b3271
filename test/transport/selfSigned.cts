import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;

/** One value in DER, of less than 64 KB. */
function der(tag: number, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const sizes = length < 128 ? [length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...sizes]), content]);
}

/** A key and a certificate that no program trusts: without names, valid until 2049. */
export function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const ecdsaWithSha256 = der(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));
	const name = der(SEQUENCE);
	const [from, to] = ['250101000000Z', '490101000000Z'].map((time) => der(0x17, Buffer.from(time)));
	const content = der(
		SEQUENCE,
		der(0x02, Buffer.from([1])),
		ecdsaWithSha256,
		name,
		der(SEQUENCE, from, to),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
	const bytes = der(SEQUENCE, content, ecdsaWithSha256, signature).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${bytes}\n-----END CERTIFICATE-----\n`,
	};
}
