import { operations, type Operation, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { idsOf } from '@open-banking/testing/sweep';
import { headersOf } from './fuzz/callers.js';
import { hasSucceeded, run } from './fuzz/campaign.js';
import { wireOf, type Wire } from './fuzz/draft.js';
import { judge } from './fuzz/judge.js';
import { casesOf, mutatedDraft, type Case } from './fuzz/operation-drafts.js';

const cases = 40;
const seed = 20_261_125;
/** One that writes and one that reads, of two services. */
const rows = operations.filter(({ id }) => id === 'createConsent' || id === 'readCardBalances');

/** Two operations of the shared bank; fuzz.campaign.spec.ts asks every operation, page and internal operation of a bank of its own. */
describe(`${cases} random requests, the same each time,`, () => {
  const bank = runningBank(services);
  it.each(rows.map((row) => ({ name: `${row.method} ${row.path}`, row })))(
    'to $name are answered as its OpenAPI entry promises, some with success and some with a refusal',
    async ({ row }) => {
      expect(rows).toHaveLength(2);
      const client = await bank.client();
      const permitted = await client.consentedBy(bank.demo);
      const tokens: Readonly<Record<string, string | undefined>> = {
        customer: permitted.token,
        client: (await client.withClientToken('consents', 'AIS')).token,
        nobody: 'x'.repeat(43),
      };
      const resources = idsOf(bank.demo.accounts);
      const drawn = casesOf(row, {
        ids: () => Object.fromEntries(Object.entries(resources).map(([name, id]) => [name, [id]])),
        headers: headersOf(permitted.consentId),
        callersOf: ({ token }: Operation) => [token!.kind],
        callers: [...Object.keys(tokens), 'none'],
      });
      const wired = (one: Case): Wire => {
        const draft = mutatedDraft(one);
        const token = tokens[draft.caller];
        return wireOf(draft, token === undefined ? [] : [`Bearer ${token}`]);
      };
      const report = await run({ baseUrl: bank.baseUrl, cases, seed, drawn, wireOf: wired, judged: judge });
      expect(report.failure ?? '').toBe('');
      expect(hasSucceeded(report.statuses)).toBe(true);
      expect(report.statuses).toHaveProperty('400');
    },
  );
});
