import { stopAll } from './child.cts';

/** Nothing that a check started stays. */
afterAll(async () => await stopAll(), 60_000);
