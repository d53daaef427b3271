import { createRequire } from 'node:module';

interface EngineLogger {
	warn(text: string): void;
}

/** The log of n8n's engine, whose packages only n8n-core names. */
const requireInEngine = createRequire(require.resolve('n8n-core'));
const { Logger } = requireInEngine('@n8n/backend-common') as { Logger: new () => EngineLogger };
const { Container } = requireInEngine('@n8n/di') as {
	Container: { get<T>(type: new () => T): T };
};

export const engineLog = Container.get(Logger);
