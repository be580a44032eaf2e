import { backgroundContracts, clearingContracts, type OpenJobRow, operatorsContracts, type UndeliveredView } from '@open-banking/contracts';
import { html, type Html } from '@open-banking/pages';
import type { Service } from '@open-banking/spec';
import { actForm } from './acts.js';
import { auditTable } from './audit-table.js';
import { samplesOf } from './overview.js';
import { badge, choices, code, link, older, table, time } from './parts.js';
import type { PageHandler, Visit } from './visit.js';

const withWork: readonly Service[] = ['ais-pis', 'mandates'];
const serviceOf = ({ query }: Visit): Service => (query.get('service') === 'mandates' ? 'mandates' : 'ais-pis');

export const jobs: PageHandler = async (visit) => {
  const { calls, query } = visit;
  const [service, kind, after] = [serviceOf(visit), query.get('kind'), query.get('after')];
  if (kind === null) return { title: 'Jobs', content: html`<h1>Jobs</h1>${await Promise.all(withWork.map((one) => kindsOf(visit, one)))}` };
  const failed = query.get('failed') === 'yes';
  const { jobs: all, next } = await calls.call(service, backgroundContracts.listJobs, {
    kind,
    failed,
    ...(after && { after }),
  });
  const row = ({ jobId, state, createdAt, startsAfter, attempts, problem, data }: OpenJobRow) => [
    badge(state, state === 'failed' ? 'bad' : ''),
    time(createdAt),
    time(startsAfter),
    attempts,
    code(problem),
    html`${Object.entries(data).map(([key, value]) => html`${key} <code>${String(value)}</code> `)}`,
    state === 'failed' ? actForm(visit, 'retryJob', { jobKind: kind, jobId }, `job ${jobId}`, { service }) : undefined,
  ];
  return {
    title: `Jobs: ${kind}`,
    content: html`<h1>Jobs of ${service}: <code>${kind}</code></h1>${table(['State', 'Added (UTC)', 'Next try', 'Tries', 'Error', 'What', 'Act'], all.map(row), 'None waits.')}
${next && older('/jobs', { service, kind, after: next, ...(failed && { failed: 'yes' }) })}`,
  };
};

async function kindsOf({ calls }: Visit, service: Service): Promise<Html> {
  const metrics = await calls.metrics(service);
  const open = samplesOf(metrics, 'openbank_jobs');
  const rows = samplesOf(metrics, 'openbank_oldest_due_job_seconds').map(({ labels: { kind = '' }, value }) => {
    const count = (state: string) => open.find(({ labels }) => labels['kind'] === kind && labels['state'] === state)?.value ?? 0;
    const to = `/jobs?service=${service}&kind=${encodeURIComponent(kind)}`;
    return [
      html`<a href="${to}"><code>${kind}</code></a>`,
      count('waiting'),
      count('running'),
      html`<a href="${to}&failed=yes">${count('failed')}</a>`,
      `${Math.round(value)} s`,
    ];
  });
  return html`<h2>${service}</h2>${table(['Kind', 'Waiting', 'Running', 'Failed', 'Oldest due'], rows, 'The service does not answer.')}`;
}

const kindOfSubject: Readonly<Record<string, 'consents' | 'payments' | 'mandates'>> = {
  consent: 'consents',
  payment: 'payments',
  mandate: 'mandates',
};

export const notifications: PageHandler = async (visit) => {
  const [service, of] = [serviceOf(visit), visit.query.get('of') === 'given-up' ? 'given-up' : 'waiting'] as const;
  const [after, before] = [visit.query.get('after'), visit.query.get('before')];
  const page = await visit.calls.call(service, backgroundContracts.listUndelivered, {
    of,
    ...(after && { after }),
    ...(before && { before }),
  });
  const row = (one: UndeliveredView) => [
    time(one.madeAt),
    html`${one.subject} ${link(kindOfSubject[one.subject] ?? 'consents', one.subjectId)}`,
    code(one.status),
    link('clients', one.clientId),
    one.attempts,
    one.problem,
    one.isRecent
      ? actForm(visit, 'retryNotification', { notificationId: one.notificationId }, `notification ${one.notificationId}`, { service })
      : 'older than a week',
  ];
  const which = (one: string): string => (one === 'waiting' ? 'waiting' : 'given up');
  const others = withWork.flatMap((one) =>
    ['waiting', 'given-up'].map(
      (kind) => [`/notifications?service=${one}&of=${kind}`, `${one}, ${which(kind)}`, one === service && kind === of] as const,
    ),
  );
  return {
    title: 'Notifications',
    content: html`<h1>Notifications of ${service}: ${which(of)}</h1>${choices('Which notifications', others)}
${table(['Made (UTC)', 'Of', 'Status told', 'Client', 'Failed tries', 'Problem', 'Act'], page.notifications.map(row), 'None.')}
${(page.after ?? page.before) !== undefined && older('/notifications', { service, of, after: page.after, before: page.before })}`,
  };
};

export const clearing: PageHandler = async ({ calls, query }) => {
  const of = query.get('of') === 'unanswered' ? 'unanswered' : 'late';
  const after = query.get('after');
  const { instructions, next } = await calls.call('ais-pis', clearingContracts.listInstructions, { of, ...(after && { after }) });
  return {
    title: 'Clearing',
    content: html`<h1>Clearing: ${of === 'late' ? 'answers that are late' : 'not answered'}</h1>${choices('Which instructions', [
      ['/clearing', 'Late', of === 'late'],
      ['/clearing?of=unanswered', 'Not answered', of === 'unanswered'],
    ])}<p>A late one is decided on the page of its payment.</p>
${table(
  ['Payment', 'Product', 'Amount', 'Instructed (UTC)', 'Answer due', 'State'],
  instructions.map((one) => [
    one.paymentId === undefined ? code(one.collectionId) : link('payments', one.paymentId),
    code(one.product),
    `${one.amount} ${one.currency}`,
    time(one.instructedAt),
    time(one.answerBy),
    one.late ? badge('late', 'bad') : badge(one.state),
  ]),
  'None.',
)}${next && older('/clearing', { of, after: next })}`,
  };
};

export const operators: PageHandler = async ({ calls }) => {
  const all = await calls.call('ais-pis', operatorsContracts.listOperators);
  return {
    title: 'Operators',
    content: html`<h1>Operators</h1><p>Only the installation's own key adds and removes them, on the command line.</p>${table(
      ['Name', 'Roles', 'Added (UTC)', 'By', 'Removed', 'By whom'],
      all.map(({ name, roles, addedAt, addedBy, removedAt, removedBy }) => [
        name,
        roles.join(', '),
        time(addedAt),
        addedBy,
        time(removedAt),
        removedBy,
      ]),
      'There are none.',
    )}`,
  };
};

export const audit: PageHandler = async (visit) => {
  const [service, subject, before] = [serviceOf(visit), visit.query.get('subject')?.trim(), visit.query.get('before')];
  const { rows, next } = await visit.calls.call(service, backgroundContracts.listAudit, {
    ...(subject && { subject }),
    ...(before && { before }),
  });
  return {
    title: 'Audit',
    content: html`<h1>Audit of ${service}</h1>${choices(
      'Whose audit',
      withWork.map((one) => [`/audit?service=${one}`, one, one === service]),
    )}
<form method="get" action="/audit" class="search"><input type="hidden" name="service" value="${service}"><label><span>Acts of operators on one id</span><input name="subject" value="${subject ?? ''}" maxlength="200"></label><button class="plain">Show</button></form>
${visit.calls.bank.databases && html`<form method="post" action="/audit/verification" class="bare"><input type="hidden" name="csrf" value="${visit.csrf}"><p><button class="plain">Verify all seals</button></p></form>`}
${auditTable(rows, 'There are no rows.')}${next && older('/audit', { service, subject, before: next })}`,
  };
};

/** Looks at every seal, over the databases of the operator file. */
export const verification: PageHandler = async ({ calls }) => {
  const { verifyAudit } = await import('@open-banking/verification/audit');
  const { ok, services } = await verifyAudit({ ...calls.bank.databases });
  return {
    title: 'Audit verified',
    content: html`<h1>${ok ? 'Every seal is right' : 'The audit was altered'}</h1>${table(
      ['Service', 'Result', 'Rows sealed', 'Not yet', 'Head'],
      services.map(({ service, ok: right, sealed, unsealed, head, firstBad }) => [
        service,
        right ? badge('right', 'ok') : badge(`${firstBad!.what}, row ${firstBad!.auditId ?? '–'}`, 'bad'),
        String(sealed),
        String(unsealed.rows),
        code(`${service}:${head.sealNumber}:${head.hash}`),
      ]),
      'There is no database.',
    )}`,
  };
};
