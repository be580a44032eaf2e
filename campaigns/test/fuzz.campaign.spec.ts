import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { verifyAudit } from '@open-banking/verification/audit';
import { issuers, operations, services, type Operation } from '@open-banking/spec';
import { ownBank } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { InternalCallers } from '@open-banking/testing/sweep';
import { callersOf } from './fuzz/callers.js';
import { hasDone, hasSucceeded, run, some, type Report } from './fuzz/campaign.js';
import type { Answer } from './fuzz/connection.js';
import { wireOf, type Wire } from './fuzz/draft.js';
import { formCases, plainCases } from './fuzz/form-drafts.js';
import { internalCases, judgedInternal } from './fuzz/internal-drafts.js';
import { internalRows } from './fuzz/internal-rows.js';
import { judge } from './fuzz/judge.js';
import { casesOf, mutatedDraft, type Case } from './fuzz/operation-drafts.js';
import { judgedPage } from './fuzz/page-judge.js';
import { registrationCases } from './fuzz/registration-drafts.js';
import { residentMegabytes } from './fuzz/resident-memory.js';
import { isRegistration, sandboxRows, undocumentedRows, watchedRows } from './fuzz/rows.js';
import { registeredAddresses, visitorsOf } from './fuzz/visitors.js';

const cases = Number(process.env['FUZZ_CASES'] ?? 200);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_125);
/** Time is judged on a machine that does nothing else. */
const maxMs = process.env['FUZZ_MOST_MS'] ? Number(process.env['FUZZ_MOST_MS']) : undefined;
const wanted = process.env['FUZZ_OPERATIONS']?.split(',');
const concurrency = 6;

const planFile = join(mkdtempSync(join(tmpdir(), 'open-banking-fuzz-')), 'plan.json');
const many = { second: 100_000, minute: 1_000_000, day: 100_000_000 };
writeFileSync(
  planFile,
  JSON.stringify({ classes: { read: many, hotRead: many, write: many, metadata: many, loanServices: many, signIn: many } }),
);

const known = [operations, sandboxRows, undocumentedRows, watchedRows.map(({ row }) => row), internalRows.map(({ row }) => row)].flat();
for (const id of wanted ?? []) if (!known.some((row) => row.id === id)) throw new Error(`there is no operation ${id}`);
const isWanted = ({ id }: Pick<Operation, 'id'>): boolean => wanted?.includes(id) ?? true;
const named = <T extends { readonly row: Operation }>(of: T) => ({ ...of, name: `${of.row.method} ${of.row.path}` });
const rows = operations.filter(isWanted).map((row) => named({ row }));
const ofSandbox = sandboxRows.filter(isWanted).map((row) => named({ row }));
const undocumented = undocumentedRows.filter(isWanted).map((row) => named({ row }));
const watched = watchedRows.filter(({ row }) => isWanted(row)).map(named);
const internal = internalRows.filter(({ row }) => isWanted(row)).map(named);
/** They are many, and each does less than an operation of a product. */
const fewer = Math.ceil(cases / 8);

/**
 * How long a request may take besides the limit: changes of one sandbox customer wait for each other for 2.5 s at most, and 0.6 s is the least that
 * one takes (docs/decisions/0108-changes-of-a-sandbox-customer-take-turns.md).
 */
const turnMs: Readonly<Record<string, number>> = {
  createSandboxCustomer: 600,
  putSandboxCustomer: 3_100,
  resetSandboxCustomer: 3_100,
  deleteSandboxCustomer: 3_100,
};

/** Only the bank's own app, and its OpenID provider, are answered there, and this bank has none. */
const neverAnswered = new Set(['endLogins', ...issuers.map((issuer) => `${issuer}.takeAppAnswer`)]);

describe(`${cases} random requests`, () => {
  const bank = ownBank(services, { PLAN_FILE: planFile, CLIENT_TOKEN_MINUTES: '600', CUSTOMER_TOKEN_MINUTES: '600' });
  const reports = new Map<object, Report>();
  /** Another seed for each: operations that are alike are asked other things. */
  const begun = ({ id }: Operation) => ({ baseUrl: bank.baseUrl, maxMs: maxMs && maxMs + (turnMs[id] ?? 0), seed: seed + crc32(id) });

  beforeAll(async () => {
    const { known: values, authorization } = await callersOf(bank);
    await some(rows, concurrency, async ({ row }) => {
      const wired = (one: Case): Wire => wireOf(mutatedDraft(one), authorization(mutatedDraft(one).caller));
      reports.set(row, await run({ ...begun(row), cases, drawn: casesOf(row, values), wireOf: wired, judged: judge }));
    });
    const visitors = await visitorsOf(bank);
    await some(ofSandbox, concurrency, async ({ row }) => {
      const callers = { ids: visitors.subjects, headers: {}, callersOf: () => ['key'], callers: ['none', 'client', 'a token'] };
      const wired = (one: Case): Wire => {
        const draft = mutatedDraft(one);
        return wireOf(draft, draft.caller === 'key' ? [`Bearer ${visitors.sandboxKey}`] : visitors.authorization(draft.caller));
      };
      reports.set(row, await run({ ...begun(row), cases: fewer, drawn: casesOf(row, callers), wireOf: wired, judged: judge }));
    });
    await some(undocumented, concurrency, async ({ row }) => {
      const behind = visitors.behind(row);
      const drawn = isRegistration(row) ? registrationCases(row, behind[0]!) : formCases(row, behind);
      const plain = isRegistration(row) || row.method === 'GET' ? [] : plainCases(row, behind);
      const wired = (one: Case): Wire => wireOf(mutatedDraft(one), visitors.authorization(mutatedDraft(one).caller));
      const fits = (wire: Wire, answer: Answer) => judgedPage(bank.baseUrl, registeredAddresses, wire, answer);
      reports.set(row, await run({ ...begun(row), cases: fewer, perAddress: 15, drawn, plain, wireOf: wired, judged: fits }));
    });
    await some(watched, concurrency, async ({ row, isInternal }) => {
      const { port, internalPort } = bank.facts.internal['ais-pis'];
      const drawn = formCases(row, [{ fields: {}, params: {}, headers: [], callers: ['none', 'a token'] }]);
      const wired = (one: Case): Wire => wireOf(mutatedDraft(one), visitors.authorization(mutatedDraft(one).caller));
      const fits = (wire: Wire, answer: Answer) => judgedInternal('anybody', true, wire, answer);
      const baseUrl = `http://127.0.0.1:${isInternal ? internalPort : port}`;
      reports.set(row, await run({ ...begun(row), baseUrl, cases: fewer, drawn, wireOf: wired, judged: fits }));
    });
    const callers = new InternalCallers(bank.facts.keysDir);
    await some(internal, concurrency, async ({ row, service }) => {
      const baseUrl = `http://127.0.0.1:${bank.facts.internal[service].internalPort}`;
      const drawn = internalCases({ row, service }, callers, visitors.ids);
      let caller = '';
      const wired = (one: Case): Wire => {
        const draft = mutatedDraft(one);
        caller = draft.caller;
        return wireOf(draft, callers.authorization(caller, row, service));
      };
      const fits = (wire: Wire, answer: Answer) => judgedInternal(caller, callers.isPermitted(caller), wire, answer);
      reports.set(row, await run({ ...begun(row), baseUrl, cases: fewer, drawn, wireOf: wired, judged: fits }));
    });
  }, 86_400_000);

  for (const { row, name } of rows)
    it(`to ${name} are answered as its OpenAPI entry promises, some with success and some with a refusal`, () => {
      const report = reports.get(row)!;
      expect(report.failure ?? '').toBe('');
      expect(hasSucceeded(report.statuses)).toBe(true);
      expect(report.statuses).toHaveProperty('400');
    });

  for (const { row, name } of ofSandbox)
    it(`to ${name} of the sandbox are answered as its OpenAPI entry promises`, () => {
      const report = reports.get(row)!;
      expect(report.failure ?? '').toBe('');
      expect(hasSucceeded(report.statuses)).toBe(true);
    });

  for (const { row, name } of undocumented)
    it(`to ${name} are answered in the form of its kind, and lead nobody elsewhere`, () => {
      const report = reports.get(row)!;
      expect(report.failure ?? '').toBe('');
      if (row.method !== 'GET' && !neverAnswered.has(row.id)) expect(hasDone(report.statuses)).toBe(true);
    });

  for (const { row, name } of watched)
    it(`to ${name} of a service are answered, or refused in the one form`, () => {
      const { failure, statuses } = reports.get(row)!;
      expect(failure ?? '').toBe('');
      expect(statuses).toHaveProperty('200');
    });

  for (const { row, name, service } of internal)
    it(`to ${name} of ${service} are answered to those whom its row lists, and to nobody else`, () => {
      expect(reports.get(row)!.failure ?? '').toBe('');
    });

  // 10,000 cases took 2.2 GB of ais-pis while each page made formats of Intl's of its own, which V8 does not count.
  it('leave no service larger than a gigabyte', () => {
    const sizes = Object.entries(bank.facts.pids).map(([service, pid]) => ({ service, megabytes: residentMegabytes(pid) }));
    expect(sizes).toHaveLength(services.length);
    expect(sizes.filter(({ megabytes }) => megabytes > 1_024)).toEqual([]);
  });

  it('leave the books right', async () => {
    const { checks } = await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0]);
    expect(checks.length).toBeGreaterThan(0);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const { 'ais-pis': payments, mandates } = bank.facts.ownerUrls;
    const audit = await verifyAudit({ 'ais-pis': payments, mandates });
    expect(audit).toMatchObject({ ok: true });
    if (!wanted) for (const { rows: audited } of audit.services) expect(audited).toBeGreaterThan(0);
  });

  afterAll(() => {
    if (process.env['FUZZ_REPORT'] !== '1') return;
    for (const [row, { sent: count, statuses, slowestMs, failure = '' }] of reports)
      process.stdout.write(
        `${(row as Operation).id}: ${count} requests, slowest ${Math.round(slowestMs)} ms, ${JSON.stringify(statuses)} ${failure.split('\n')[0]}\n`,
      );
  });
});
