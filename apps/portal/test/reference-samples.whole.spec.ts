import { join } from 'node:path';
import { mandates, operations, services, type Operation } from '@open-banking/spec';
import { Browser, ownAddress, runningBank, temporaryFolder } from '@open-banking/testing';
import { documentedOperation } from '../src/reference/openapi-documents.js';
import { blocksOn, languages, paste, printedStatus, variablesSet } from './pasted-code.js';

const eachMs = 120_000;
const closed = 'http://127.0.0.1:2';
const successes = ({ id }: Operation): string[] =>
  Object.keys(documentedOperation(id)!.operation.responses).filter((status) => status.startsWith('2'));

describe('the code of the start page and the reference, pasted as it is shown', () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const browser = { OPEN_BROWSER: './approve.sh' };

  const blocks = async (path: string) => blocksOn((await new Browser(bank.baseUrl, ownAddress()).open(path)).text);

  /** The values that each step gave; one that creates something to delete runs for each sample anew. */
  const known = new Map<string, Readonly<Record<string, string>>>();
  async function variablesFor(row: Operation, steps: Awaited<ReturnType<typeof blocks>>): Promise<Record<string, string>> {
    let variables: Record<string, string> = { ...browser };
    for (const step of steps) {
      const kept = row.method === 'DELETE' && step.text.includes('--data-raw') ? undefined : known.get(step.text);
      const set = kept ?? (await variablesSet(step, variables, folder.path));
      known.set(step.text, set);
      variables = { ...variables, ...set };
    }
    return variables;
  }

  it('is the whole way from the start page to a customer’s balances, and ends with what the bank says where a step fails', async () => {
    const { text } = (await blocks('/')).find(({ label }) => label === 'The way to the balances')!;
    const { code, stdout, stderr } = await paste(text, {}, folder.path);
    expect([code, stderr]).toEqual([0, '']);
    const { accounts } = JSON.parse(stdout) as { accounts: { balances: { balanceAmount: { amount: string } }[] }[] };
    expect(accounts.length).toBeGreaterThan(1);
    for (const { balances } of accounts) expect(balances[0]!.balanceAmount.amount).toMatch(/^-?\d+\.\d\d$/);

    expect(await paste(text, { LOGIN: bank.demo.login, PASSWORD: 'wrong' }, folder.path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('User name or password is wrong') as string,
    });
    expect(await paste(text.replaceAll('"validUntil": "9999-12-31"', '"validUntil": "soon"'), {}, folder.path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/validUntil') as string,
    });
    expect(await paste(text.replaceAll(bank.baseUrl, closed), {}, folder.path)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('Failed to connect') as string,
    });
  }, 120_000);

  it('leads from the start page to a customer’s balances by the guides’ programs, with a script in the place of the browser', async () => {
    const shown = await blocks('/');
    const approve = shown.find(({ label }) => label === 'Approve without a browser')!;
    expect(await paste(approve.text, {}, folder.path)).toMatchObject({ code: 0 });
    for (const language of languages) {
      const { text } = shown.find(({ label }) => label === `Balances with ${language}`)!;
      const { code, stdout } = await paste(text, browser, folder.path);
      expect([language, code, stdout]).toEqual([language, 0, expect.stringMatching(/\d+\.\d\d.* EUR$[^]*^removed$/m)]);
      expect(stdout).not.toContain('payment');
    }
    const wrong = { ...browser, LOGIN: bank.demo.login, PASSWORD: 'wrong' };
    const refused = await paste(shown.find(({ label }) => label === 'Balances with curl')!.text, wrong, folder.path);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('User name or password is wrong') as string });
  }, 120_000);

  it.each(operations.map((row) => [row.id, row] as const))(
    '%s succeeds in each language, and says so in a sentence where the bank does not answer',
    async (id, row) => {
      const shown = await blocks(`/reference/${id}`);
      const steps = shown.filter(({ label }) => label.startsWith('Set '));
      for (const language of languages) {
        const { text } = shown.find(({ label }) => label === `The call with ${language}`)!;
        expect(text).toContain(bank.baseUrl);
        const variables = await variablesFor(row, steps);
        const status = printedStatus(await paste(text, variables));
        expect([language, status, successes(row)]).toEqual([language, status, expect.arrayContaining([status])]);

        const { code, stderr } = await paste(text.replaceAll(bank.baseUrl, closed), variables);
        expect([language, code, stderr]).toEqual([language, 1, expect.stringMatching(`The bank at ${closed} does not answer.\n$`)]);
      }
    },
    eachMs,
  );

  it('gives each mandate a number of its own, however soon a sample runs again', async () => {
    const shown = await blocks('/reference/createMandate');
    const variables = await variablesFor(
      mandates.createMandate,
      shown.filter(({ label }) => label.startsWith('Set ')),
    );
    const { text } = shown.find(({ label }) => label === 'The call with curl')!;
    const statuses = (await Promise.all([1, 2, 3].map(() => paste(text, variables)))).map(printedStatus);
    expect(statuses).toEqual(['201', '201', '201']);
  });

  it('knows the programs in the folder of a reader, which have no marks of the guides and the address of this bank', async () => {
    const { status, text } = await new Browser(bank.baseUrl, ownAddress()).open('/guides/client.sh');
    expect([status, text]).toEqual([200, expect.stringContaining(`bank=\${BASE_URL:-${bank.baseUrl}}`)]);
    expect(text).not.toMatch(/^# \[\w+\]$/m);
    expect((await paste(`cat ${join(folder.path, 'client.sh')}`)).stdout).toBe(text);
  });
});
