import type { Service } from '@open-banking/spec';
import { exchange, type HttpResponse } from '@open-banking/operator-client';
import { compareClock } from './clock.js';
import { forwardedCertificates } from './forwarded-certificates.js';
import { settingsOfService } from './setting-checks.js';
import { samplesOf } from './metric-samples.js';
import { fault, finding, ok, seconds, warning, type Finding } from './finding.js';

/** The report of one process on its internal port. */
export interface ServiceReport {
  readonly service: Service;
  readonly findings: readonly Finding[];
  /** Version of the code and of Node.js, if the service answers. */
  readonly build?: string;
}

/** Asks a process for its numbers: of several replicas behind one address, one answers. */
export async function checkService(service: Service, origin: string): Promise<ServiceReport> {
  const asked = Date.now();
  const answer = await exchange(`${origin}/metrics`, { timeoutMs: 5_000 }).catch((error: unknown) => error as Error);
  if (answer instanceof Error || answer.status !== 200) {
    const text = answer instanceof Error ? answer.message : `answers ${answer.status} on its internal port`;
    return {
      service,
      findings: [{ check: 'service', subject: service, ...fault(text, `Start ${service}, or read its log: it does not run, or hangs.`) }],
    };
  }
  const { text } = answer;
  const [build] = samplesOf(text, 'openbank_build_info');
  return {
    service,
    ...(build && { build: `${build.labels['version']} on Node.js ${build.labels['node']}` }),
    findings: [
      { check: 'service', subject: service, ...ok('answers on its internal port') },
      await finding('clock', service, () => clockOf(answer, asked)),
      ...certificates(service, text),
      ...forwardedCertificates(service, samplesOf(text, 'openbank_client_certificates_unread_total')),
      ...gauges(service, text),
      ...settingsOfService(service, text),
    ],
  };
}

/** The `Date` header has whole seconds. */
const clockOf = ({ headers }: HttpResponse, asked: number) =>
  compareClock(Date.parse(String(headers['date'])), { asked, answered: Date.now() }, { warnAbove: 2, resolutionMs: 1_000 });

const dayMs = 86_400_000;
const noticeDays = 30;

function certificates(service: Service, text: string): Finding[] {
  const notices = samplesOf(text, 'openbank_certificate_notice_seconds');
  return samplesOf(text, 'openbank_certificate_expiry_timestamp_seconds').map(({ labels: { source, certificate }, value }) => {
    const notice = notices.find(({ labels }) => labels['source'] === source && labels['certificate'] === certificate);
    const expiresAt = new Date(value * 1_000);
    const subject = `${service}, ${source}: ${certificate}`;
    return source === 'REVOCATION_LIST_FILES'
      ? { check: 'revocation', subject, ...listExpiry(expiresAt, (notice?.value ?? 0) * 1_000) }
      : { check: 'certificate', subject, ...expiry(expiresAt) };
  });
}

/** How far away the time is by which the next list of revoked certificates must be there. */
function listExpiry(expiresAt: Date, noticeMs: number): Pick<Finding, 'status' | 'text' | 'advice'> {
  const leftMs = expiresAt.getTime() - Date.now();
  const advice = 'Get its issuer\'s present list and replace the file: docs/operators.md, "Certificates".';
  if (leftMs < 0)
    return fault(`out of date since ${expiresAt.toISOString()}: requests with certificates of its issuer are answered 503`, advice);
  const text = `valid for ${leftMs < 2 * dayMs ? `${Math.floor(leftMs / 3_600_000)} hours` : `${Math.floor(leftMs / dayMs)} days`}`;
  return leftMs < noticeMs ? warning(text, advice) : ok(text);
}

/** How far away the end of a certificate is. */
export function expiry(expiresAt: Date): Pick<Finding, 'status' | 'text' | 'advice'> {
  const days = Math.floor((expiresAt.getTime() - Date.now()) / dayMs);
  const advice = 'Renew it and replace the file: docs/operators.md, "Certificates".';
  if (days < 0) return fault(`expired on ${expiresAt.toISOString()}`, advice);
  return days < noticeDays ? warning(`expires in ${days} days`, advice) : ok(`expires in ${days} days`);
}

/** Mistakes that a service reports by a number; a number that a service does not have is no finding. */
interface Limit {
  readonly check: string;
  readonly metric: string;
  readonly isBad: (value: number) => boolean;
  readonly bad: (value: number) => Pick<Finding, 'status' | 'text' | 'advice'>;
  readonly good: string;
  /** The label that says what the number is about, besides the service. */
  readonly label?: string;
}

/** Payments may be dated twelve months ahead; the notice leaves a month to load what follows. */
const calendarNoticeDays = 396;

const limits: readonly Limit[] = [
  {
    check: 'recovery',
    metric: 'openbank_recovery_open',
    isBad: (value: number) => value > 0,
    bad: () =>
      fault(
        'the database was restored from a backup: no money moves',
        'Run openbank recover: docs/when-things-go-wrong.md, "Backup and restore".',
      ),
    good: 'no recovery is open',
  },
  {
    check: 'audit',
    metric: 'openbank_audit_unsealed_seconds',
    isBad: (value: number) => value > 60,
    bad: (value: number) =>
      fault(`a row has waited ${seconds(value)} for its seal`, 'Read the log for `recurring work failed`, task `seal-audit`.'),
    good: 'rows are sealed',
  },
  {
    check: 'audit',
    metric: 'openbank_audit_archive_due_seconds',
    isBad: (value: number) => value > 31 * 86_400,
    bad: (value: number) =>
      warning(
        `its oldest row is ${Math.floor(value / 86_400)} days older than AUDIT_MONTHS`,
        'Run openbank audit archive: docs/operators.md, "Archives".',
      ),
    good: 'no row is due to be archived',
  },
  {
    check: 'limits',
    metric: 'openbank_limit_store_up',
    isBad: (value: number) => value === 0,
    bad: () => fault('the store of limits does not answer', 'Start Valkey, or correct VALKEY_URL: docs/limits-over-replicas.md.'),
    good: 'the store of limits answers',
  },
  {
    check: 'plan',
    metric: 'openbank_plan_refused',
    isBad: (value: number) => value > 0,
    bad: () => warning('PLAN_FILE has faults: the previous plan is in force', 'Correct the file; the log names each fault.'),
    good: 'the plan in force is that of PLAN_FILE',
  },
  {
    check: 'pages',
    metric: 'openbank_customer_pages_help',
    isBad: (value: number) => value === 0,
    bad: () => warning('customer pages name no way to reach the bank', 'Set links.help in THEME_FILE: docs/customer-pages.md, "Theme".'),
    good: 'customer pages link to the bank’s help',
  },
  {
    check: 'calendar',
    metric: 'openbank_calendar_days_left',
    label: 'currency',
    isBad: (value: number) => value < calendarNoticeDays,
    bad: (value: number) =>
      warning(
        value === 0 ? 'no holiday is loaded from today on' : `the loaded holidays end in ${value} days`,
        'Load the holidays of the following years: docs/operators.md, "Business days".',
      ),
    good: `the loaded holidays last ${calendarNoticeDays} days or longer`,
  },
];

const gauges = (service: Service, text: string): Finding[] =>
  limits.flatMap(({ check, metric, isBad, bad, good, label }) =>
    samplesOf(text, metric).map(({ labels, value }) => ({
      check,
      subject: label === undefined ? service : `${service}, ${labels[label]}`,
      ...(isBad(value) ? bad(value) : ok(good)),
    })),
  );

/** All processes run the same code on the same Node.js. */
export function checkBuilds(reports: readonly ServiceReport[]): Finding {
  const builds = [...new Set(reports.flatMap(({ build }) => build ?? []))];
  const about = { check: 'versions', subject: 'services' };
  if (builds.length <= 1) return { ...about, ...ok(builds[0] ?? 'no service tells its version') };
  const each = reports.flatMap(({ service, build }) => (build === undefined ? [] : [`${service} ${build}`])).join(', ');
  return { ...about, ...warning(`they differ: ${each}`, 'Finish the upgrade.') };
}
