/** The rate limit in the response to one request. */
interface Verdict {
	isServed: boolean;
	remaining: number;
	resetMs: number;
}

/** Answers a request that costs so many units, at a time in milliseconds. */
type LimitedService = (now: number, cost: number) => Verdict;

/** The two readings of the rate-limit headers (docs/internal/service.md, Limits 2), written apart from the node's own. */
export const limitModels = { 'token bucket': tokenBucket, 'sliding window': slidingWindow };

function tokenBucket(limit: number, windowMs: number): LimitedService {
	let tokens = limit;
	let at = 0;
	return (now, cost) => {
		tokens = Math.min(limit, tokens + ((now - at) * limit) / windowMs);
		at = now;
		const isServed = tokens >= cost;
		if (isServed) tokens -= cost;
		const remaining = Math.floor(tokens);
		return { isServed, remaining, resetMs: ((1 - (tokens - remaining)) * windowMs) / limit };
	};
}

function slidingWindow(limit: number, windowMs: number): LimitedService {
	const served: Array<{ at: number; cost: number }> = [];
	let remaining = limit;
	return (now, cost) => {
		while (served.length > 0 && served[0].at + windowMs <= now) remaining += served.shift()!.cost;
		const isServed = remaining >= cost;
		if (isServed) {
			served.push({ at: now, cost });
			remaining -= cost;
		}
		const resetMs = served.length > 0 ? served[0].at + windowMs - now : 0;
		return { isServed, remaining, resetMs };
	};
}
