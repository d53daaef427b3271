/** `npm test` runs a part of the histories of each simulation; `.ci/run` all of them, with HISTORIES=1. */
const PART = Number(process.env.HISTORIES ?? 0.3);

export const runsAll = PART >= 1;

export const runsOf = (all: number) => Math.max(1, Math.round(all * PART));
