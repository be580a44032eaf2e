import {
  type Contract,
  adjustmentsContracts,
  clearingContracts,
  clockContracts,
  everyContracts,
  heldPaymentsContracts,
  maintenanceContracts,
  type MaintenanceWindow,
  proposalsContracts,
  type ServiceState,
} from '@open-banking/contracts';
import { html, type Html } from '@open-banking/pages';
import { services, type Service } from '@open-banking/spec';
import { actForm } from './acts.js';
import type { OperatorCalls } from './operator-calls.js';
import { badge, code, facts, table, time } from './parts.js';
import type { PageResult, Visit } from './visit.js';

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of one metric in the Prometheus text format. */
export const samplesOf = (metrics: string, name: string): Sample[] =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key!, text!])),
    value: Number(value),
  }));

const sampleTotal = (metrics: string, name: string): number => samplesOf(metrics, name).reduce((sum, { value }) => sum + value, 0);
const maximumOf = (metrics: string, name: string): number => Math.max(0, ...samplesOf(metrics, name).map(({ value }) => value));
const seconds = (count: number): string => `${Math.round(count)} s`;

/** How the bank is at this moment, and what waits for somebody. */
export async function overview(visit: Visit): Promise<PageResult> {
  const { calls } = visit;
  const [asked, waiting, clock] = await Promise.all([
    Promise.all(services.map((service) => serviceOverview(calls, service))),
    waitingFor(calls),
    calls.bank.sandbox === false ? undefined : calls.call('ais-pis', clockContracts.readClock).catch(() => undefined),
  ]);
  const content = html`<h1>Overview</h1>
<h2>Services</h2>
${table(['Service', 'State', 'Why', 'Failed jobs', 'Oldest due job', 'Audit without seal'], asked.map(serviceRow), 'There are no services.')}
<h2>Waiting</h2>
${facts(waiting)}
<h2>Limits hit</h2>
<p>Since each process started; of one replica of each service.</p>
${table(['Service', 'Operation', 'Window', 'Requests refused'], asked.flatMap(limitRows), 'No request was refused by a limit.')}
${table(['Service', 'Client', 'Requests refused'], asked.flatMap(clientRows), 'No client has hit a limit.')}
${clock && clockPart(visit, clock)}`;
  return { title: 'Overview', content };
}

interface ServiceOverview {
  readonly service: Service;
  readonly state: ServiceState | undefined;
  readonly metrics: string;
}

async function serviceOverview(calls: OperatorCalls, service: Service): Promise<ServiceOverview> {
  const [state, metrics] = await Promise.all([
    calls.call(service, everyContracts.readServiceState).catch(() => undefined),
    calls.metrics(service),
  ]);
  return { service, state, metrics };
}

function serviceRow({ service, state, metrics }: ServiceOverview) {
  if (!state) return [service, badge('does not answer', 'bad'), undefined, undefined, undefined, undefined];
  const failed = samplesOf(metrics, 'openbank_jobs').filter(({ labels }) => labels['state'] === 'failed');
  return [
    service,
    badge(state.status, state.status === 'ready' ? 'ok' : 'bad'),
    (state.problems ?? []).map(({ dependency, problem }) => `${dependency}: ${problem}`).join('; ') || undefined,
    failed.reduce((sum, { value }) => sum + value, 0),
    seconds(maximumOf(metrics, 'openbank_oldest_due_job_seconds')),
    seconds(sampleTotal(metrics, 'openbank_audit_unsealed_seconds')),
  ];
}

const limitRows = ({ service, metrics }: ServiceOverview) =>
  samplesOf(metrics, 'openbank_limit_refusals_total').map(({ labels, value }) => [
    service,
    code(labels['operation']),
    labels['window'],
    value,
  ]);
const clientRows = ({ service, metrics }: ServiceOverview) =>
  samplesOf(metrics, 'openbank_client_requests_total')
    .filter(({ labels, value }) => labels['outcome'] === 'limited' && value > 0)
    .map(({ labels, value }) => [service, html`<a href="/clients/${labels['client']!}"><code>${labels['client']!}</code></a>`, value]);

/** What has not ended and was not withdrawn. */
async function announcedWindows(calls: OperatorCalls): Promise<readonly MaintenanceWindow[]> {
  const all: MaintenanceWindow[] = [];
  for (let after: string | undefined; ;) {
    const query = { ...(after !== undefined && { after }) };
    const page = await calls.call('ais-pis', maintenanceContracts.listMaintenance, query);
    all.push(...page.windows.filter(({ withdrawnAt }) => withdrawnAt === undefined));
    if (page.next === undefined) return all;
    after = page.next;
  }
}

async function waitingFor(calls: OperatorCalls): Promise<Record<string, Html | string>> {
  const counted = <Key extends string>(contract: Contract, key: Key, of: object): Promise<string> =>
    (calls.call('ais-pis', contract, of) as Promise<Readonly<Record<Key, readonly unknown[]>>>).then(
      ({ [key]: { length } }) => (length >= 200 ? `${length} or more` : String(length)),
      () => 'ais-pis does not answer',
    );
  const [held, late, unanswered, proposals, adjustments, windows] = await Promise.all([
    counted(heldPaymentsContracts.listHeldPayments, 'payments', {}),
    counted(clearingContracts.listInstructions, 'instructions', { of: 'late' }),
    counted(clearingContracts.listInstructions, 'instructions', { of: 'unanswered' }),
    counted(proposalsContracts.listProposals, 'proposals', { state: 'PROPOSED' }),
    counted(adjustmentsContracts.listAdjustments, 'adjustments', { state: 'PROPOSED' }),
    announcedWindows(calls).catch(() => []),
  ]);
  return {
    'Held payments': html`<a href="/held">${held}</a>`,
    'Clearing late': html`<a href="/clearing">${late}</a>`,
    'Clearing not answered': html`<a href="/clearing?of=unanswered">${unanswered}</a>`,
    'Proposals to decide': html`<a href="/proposals">${proposals}</a>`,
    'Adjustments to decide': html`<a href="/adjustments">${adjustments}</a>`,
    Maintenance:
      windows.length === 0 ? 'none announced' : html`${windows.map(({ startsAt, endsAt }) => html`${time(startsAt)} to ${time(endsAt)} `)}`,
  };
}

const clockPart = (
  visit: Visit,
  { now, today }: { readonly now: string; readonly today: string },
): Html => html`<h2>The sandbox's clock</h2>
${facts({ Now: time(now), "The bank's day": today })}${actForm(visit, 'advanceClock', {}, 'the clock of the whole bank; it cannot go back')}`;
