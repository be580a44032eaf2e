// Requests at a fixed rate, whatever the answers take, without retries: every one that is not answered as expected is a failure.
import { Agent, request as sendRequest } from 'node:http';

const timeoutMs = 10_000;

/** One request: `{ status, text }`, or `{ status: 0, error }` where no answer came. */
function send(agent, url, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve) => {
    const sent = sendRequest(
      new URL(path, url),
      {
        method,
        agent,
        headers: {
          ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part) => {
            text += part;
          })
          .on('end', () => resolve({ status: answer.statusCode, text }))
          .on('error', ({ code, name }) => resolve({ status: 0, error: code ?? name }));
      },
    ).on('error', ({ code, name }) => resolve({ status: 0, error: code ?? name }));
    sent.end(body);
  });
}

/**
 * Sends `perSecond` requests, the kinds in turn by their `share`, until `stop()`, which resolves with what was sent. A kind has `name`, `share`, `expected`
 * (statuses), `next()`, which makes a request, and perhaps `onAnswer`.
 */
export function startLoad(url, kinds, perSecond) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_024, maxFreeSockets: 256 });
  const turns = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  const answers = [];
  const open = new Set();
  const began = performance.now();
  let sent = 0;
  const one = async (kind) => {
    const at = performance.now();
    const { headers, ...rest } = kind.next();
    const request = { ...rest, headers: { 'X-Request-ID': crypto.randomUUID(), ...headers } };
    const answer = await send(agent, url, request);
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
      agent.destroy();
      return summary(answers);
    },
  };
}

/** Requests of one kind a second that so many callers get who wait for each answer. */
export async function capacityOf(url, kind, callers, ms) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const until = performance.now() + ms;
  let answered = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const { headers, ...rest } = kind.next();
        const { status } = await send(agent, url, { ...rest, headers: { 'X-Request-ID': crypto.randomUUID(), ...headers } });
        if (kind.expected.includes(status)) answered += 1;
      }
    }),
  );
  agent.destroy();
  return answered / (ms / 1_000);
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

export const told = ({ sent, failed, byReason, p50, p99, slowest }) =>
  `${sent} requests, ${failed} failed${failed ? ` (${JSON.stringify(byReason)})` : ''}, p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms`;
