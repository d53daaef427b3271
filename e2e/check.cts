import type { Installation } from './install.cts';
import type { Packed } from './tarball.cts';

/** What every check gets. */
export interface CheckContext {
	installation: Installation;
	packed: Packed;
	/** Where screenshots go, when they are wanted. */
	pictures?: string;
	/** A new empty folder, gone after the run. */
	folder(name: string): string;
	/** A new user folder for n8n in which our package is installed, gone after the run. */
	home(name: string): string;
	/** Runs one step of a check and prints a line when it is done. */
	timed<T>(step: string, run: () => Promise<T>): Promise<T>;
}

/** One file in `checks/`. */
export interface Check {
	name: string;
	/** Whether it mostly waits: then it runs in parallel to the others. */
	inParallel?: boolean;
	/** Rejects when something is not as it should be; may return what it found, for the report. */
	run(context: CheckContext): Promise<string | void>;
}
