/** Milliseconds since 1970, like `Date.now`. Tests hand in their own. */
export type Clock = () => number;
