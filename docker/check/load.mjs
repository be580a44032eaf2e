// Requests at a fixed rate, whatever the answers take, without retries: every one that is not answered as expected is a failure.
import { Pool } from 'undici';

const timeoutMs = 10_000;

// Of Node's clients the one that costs least: at 2,000 requests a second node:http takes the processors that the stack needs.
const poolOf = (url, connections) => new Pool(url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });

/** One request: `{ status, text }`, or `{ status: 0, error }` where no answer came. */
async function send(pool, { method = 'GET', ...request }) {
  try {
    const { statusCode: status, body } = await pool.request({ method, ...request });
    return { status, text: await body.text() };
  } catch ({ code, name }) {
    return { status: 0, error: code ?? name };
  }
}

/**
 * Sends `perSecond` requests, the kinds in turn by their `share`, until `stop()`, which resolves with what was sent. A kind has `name`,
 * `share`, `expected` (statuses), `next()`, which makes a request, and perhaps `onAnswer`.
 */
export function startLoad(url, kinds, perSecond) {
  const pool = poolOf(url, 1_024);
  const turns = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  const answers = [];
  const open = new Set();
  const began = performance.now();
  let sent = 0;
  const one = async (kind) => {
    const at = performance.now();
    const { headers, ...rest } = kind.next();
    const request = { ...rest, headers: { 'X-Request-ID': crypto.randomUUID(), ...headers } };
    const answer = await send(pool, request);
    const { status, error } = answer;
    kind.onAnswer?.(request, answer);
    answers.push({ kind: kind.name, at: at - began, ms: performance.now() - at, status, error, failed: !kind.expected.includes(status) });
  };
  const timer = setInterval(() => {
    // Catches up where the timer came late, so that the rate holds.
    for (const due = ((performance.now() - began) / 1_000) * perSecond; sent < due; sent += 1) {
      const under = one(turns[(sent * 7) % turns.length]).finally(() => open.delete(under));
      open.add(under);
    }
  }, 5);
  return {
    answers,
    began,
    /** Resolves when so many have been sent. */
    reached: async (count) => {
      while (sent < count) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      await pool.destroy();
      return summary(answers);
    },
  };
}

/** Counts, the failures by what came instead, and how long answers took, in milliseconds. */
export function summary(answers) {
  const failures = answers.filter(({ failed }) => failed);
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const quantile = (part) => Math.round(times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0);
  const byReason = {};
  for (const { kind, status, error } of failures)
    byReason[`${kind} ${error ?? status}`] = (byReason[`${kind} ${error ?? status}`] ?? 0) + 1;
  return {
    sent: answers.length,
    failed: failures.length,
    byReason,
    // From the first failure to the last.
    failingMs: failures.length > 1 ? Math.round(Math.max(...failures.map(({ at }) => at)) - Math.min(...failures.map(({ at }) => at))) : 0,
    p50: quantile(0.5),
    p99: quantile(0.99),
    slowest: quantile(1),
  };
}

export const summaryText = ({ sent, failed, byReason, p50, p99, slowest }) =>
  `${sent} requests, ${failed} failed${failed ? ` (${JSON.stringify(byReason)})` : ''}, p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms`;
