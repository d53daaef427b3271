import type fc from 'fast-check';

/** `npm test` runs a part of the histories of each simulation; `.ci/run` all of them, with HISTORIES=1. */
const PART = Number(process.env.HISTORIES ?? 0.2);

export const runsAll = PART >= 1;

/** Whether also the largest histories run, which take minutes: with HISTORIES=10. */
export const runsLargest = PART >= 10;

export const runsOf = (all: number) => Math.max(1, Math.round(all * PART));

/** The first rows of a table, or with HISTORIES=1 all of them. */
export const someOf = <Row,>(few: number, rows: Row[]): Row[] =>
	runsAll ? rows : rows.slice(0, few);

/** What an arbitrary generates. */
export type ValueOf<Values> = Values extends fc.Arbitrary<infer T> ? T : never;
