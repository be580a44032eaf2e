/** Answers of one bucket: those that took up to `upToMs`. */
export interface AnswerBucket {
  readonly upToMs: number;
  readonly answers: number;
  readonly errors: number;
  readonly totalMs: number;
}

/** How requests were answered. The times are absent where there were no requests. */
export interface Performance {
  readonly requests: number;
  /** Answers with a 5xx status: errors of the bank, not of the client. */
  readonly errors: number;
  readonly errorPercent?: number;
  readonly meanMs?: number;
  /** The upper bound of the bucket in which the 95th percentile lies: never too low, and above 10 ms at most 28 % too high. */
  readonly p95Ms?: number;
}

const total = (buckets: readonly AnswerBucket[], of: (bucket: AnswerBucket) => number): number =>
  buckets.reduce((sum, bucket) => sum + of(bucket), 0);

export function performanceOf(buckets: readonly AnswerBucket[]): Performance {
  const requests = total(buckets, ({ answers }) => answers);
  const errors = total(buckets, (bucket) => bucket.errors);
  if (requests === 0) return { requests, errors };
  return {
    requests,
    errors,
    errorPercent: roundTo((100 * errors) / requests, 4),
    meanMs: roundTo(total(buckets, ({ totalMs }) => totalMs) / requests, 1),
    p95Ms: percentile(buckets, requests),
  };
}

/** The smallest bound that 95 % of the answers keep. */
function percentile(buckets: readonly AnswerBucket[], requests: number): number {
  const ordered = [...buckets].sort((a, b) => a.upToMs - b.upToMs);
  let counted = 0;
  return ordered.find(({ answers }) => (counted += answers) >= 0.95 * requests)!.upToMs;
}

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));
