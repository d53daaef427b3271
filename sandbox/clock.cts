/** Milliseconds since 1970, like `Date.now`. Tests pass their own. */
export type Clock = () => number;
