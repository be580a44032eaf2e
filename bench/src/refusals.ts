import { randomUUID } from 'node:crypto';
import { median, percentile } from './figures.js';
import { openBank, type MeasuredBank } from './measured-bank.js';
import { row } from './table.js';
import { targets, type ConsentedCustomer, type Target } from './targets.js';

export interface RefusalOptions {
  readonly consents: number;
  /** The first day of the transactions asked for. */
  readonly dateFrom: string;
  readonly rounds: number;
  /** Pairs of requests per round and operation. */
  readonly requests: number;
}

/** Milliseconds of each request, in ascending order. */
interface Times {
  readonly foreign: readonly number[];
  readonly absent: readonly number[];
}

const heading = row(['refused with 404', 'another', 'p99', 'nobody', 'p99', 'ratio', '', '', 'rounds']);

/**
 * Measures how long the refusal of another customer's resource takes beside that of an id that nobody has. Sends one request at a time, as
 * an attacker who times answers would. False: an answer was not 404, or its body told the two apart.
 */
export async function benchRefusals(
  { consents, dateFrom, rounds, requests }: RefusalOptions,
  log: (line: string) => void,
): Promise<boolean> {
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log);
  try {
    log(`\n${rounds} rounds of ${requests} pairs, one request at a time; median and 99th percentile in milliseconds.\n`);
    log(heading);
    for (const target of targets(dateFrom)) {
      const requester = requesterOf(opened, target);
      await timesOf(requester, opened.consents, target.kind, requests);
      const measured: Times[] = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await timesOf(requester, opened.consents, target.kind, requests));
      log(refusalLine(target, measured));
    }
    return true;
  } catch (error) {
    log((error as Error).message);
    return false;
  } finally {
    await opened.close();
  }
}

type Requester = (consent: ConsentedCustomer, resourceId: string) => Promise<{ readonly ms: number; readonly body: string }>;

const requesterOf =
  ({ bank }: MeasuredBank, { operation, service, query = '' }: Target): Requester =>
  async ({ token, consentId }, resourceId) => {
    const url = `http://127.0.0.1:${bank.services[service].port}${operation.path.replace(/\{[^}]+\}/, resourceId)}${query}`;
    const headers = {
      authorization: `Bearer ${token}`,
      'consent-id': consentId,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.7',
    };
    const begun = performance.now();
    const response = await fetch(url, { headers });
    const body = await response.text();
    const ms = performance.now() - begun;
    if (response.status !== 404) throw new Error(`${operation.path} answered ${response.status} instead of 404: ${body}`);
    return { ms, body };
  };

async function timesOf(requester: Requester, consents: readonly ConsentedCustomer[], kind: string, requests: number): Promise<Times> {
  const foreign: number[] = [];
  const absent: number[] = [];
  for (let at = 0; at < requests; at += 1) {
    const consent = consents[at % consents.length]!;
    const ids = [foreignTo(consent, consents[(at + 1) % consents.length]!, kind), randomUUID()] as const;
    // The order alternates, so that neither of the two profits from what the other has warmed up.
    const [first, second] = [await requester(consent, ids[at % 2]!), await requester(consent, ids[1 - (at % 2)]!)];
    if (first.body !== second.body) throw new Error(`The bodies of two refusals differ: ${first.body} and ${second.body}`);
    foreign.push((at % 2 === 0 ? first : second).ms);
    absent.push((at % 2 === 0 ? second : first).ms);
  }
  return { foreign: foreign.sort((a, b) => a - b), absent: absent.sort((a, b) => a - b) };
}

/** A resource of another customer that this customer does not own too, as spouses own an account together. */
function foreignTo({ resources }: ConsentedCustomer, other: ConsentedCustomer, kind: string): string {
  const own = new Set(resources.map(({ resourceId }) => resourceId));
  const foreign = other.resources.find((resource) => resource.kind === kind && !own.has(resource.resourceId));
  if (!foreign) throw new Error(`A demo customer has no ${kind} of their own: use another number of consents.`);
  return foreign.resourceId;
}

function refusalLine({ operation }: Target, rounds: readonly Times[]): string {
  const ratios = rounds.map(({ foreign, absent }) => percentile(foreign, 0.5) / percentile(absent, 0.5));
  const figure = (which: keyof Times, share: number): string => median(rounds.map((times) => percentile(times[which], share))).toFixed(2);
  return row([
    `GET ${operation.path}`,
    figure('foreign', 0.5),
    figure('foreign', 0.99),
    figure('absent', 0.5),
    figure('absent', 0.99),
    median(ratios).toFixed(3),
    '',
    '',
    `${Math.min(...ratios).toFixed(3)}-${Math.max(...ratios).toFixed(3)}`,
  ]);
}
