import { mandates, operations, sandboxOperations, scenarioPages, services, type Operation } from '@open-banking/spec';
import { runningBank, temporaryFolder } from '@open-banking/testing';
import { documentedOperation } from '../src/reference/openapi-documents.js';
import { consented, consolePath, plain } from './a-consented-console.js';
import { ADeveloper, credentialsIn } from './a-developer.js';
import { blocksOn, languages, paste, printedStatus, variablesSet } from './pasted-code.js';

const successes = ({ id }: Operation): string[] =>
  Object.keys(documentedOperation(id)!.operation.responses).filter((status) => status.startsWith('2'));

/** Consents, payments and mandates are created before what reads them, and deleted at last. */
const place = ({ method }: Operation): number => ['POST', 'GET', 'DELETE'].indexOf(method);
const rows = operations.toSorted((one, other) => place(one) - place(other));

/** The lists and texts of the console's form to send a call, as a browser sends them: what is selected, or the first. */
function standing(html: string): Record<string, string> {
  const form = html.slice(0, html.indexOf('value="send"')).split('<form ').at(-1)!;
  const chosen = [...form.matchAll(/<select [^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(([, name, options]) => {
    const [, value = ''] = /value="([^"]*)" selected/.exec(options!) ?? /value="([^"]*)"/.exec(options!) ?? [];
    return [plain(name!), plain(value)];
  });
  const written = [...form.matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>(.*?)<\/textarea>/gs)].map(([, name, text]) => [
    name!,
    plain(text!),
  ]);
  return Object.fromEntries([...chosen, ...written]) as Record<string, string>;
}

/** The status of a sample where the call that the console has sent leaves nothing to do. */
const afterCall: Readonly<Record<string, readonly string[]>> = { deleteMandate: ['409'] };
/** Acts on what a customer with a joint account, or one with a mandate, has approved: until then the bank answers 409. */
const awaitsApproval: readonly string[] = ['answerConsentAsSecondOwner', 'answerPaymentAsSecondOwner', 'changeMandateAsCustomer'];

describe('the samples of a signed-in developer, pasted as they are shown', () => {
  const bank = runningBank(services);
  let developer: ADeveloper;

  beforeAll(async () => {
    developer = await ADeveloper.signedIn(bank);
    await consented(bank, developer);
  });

  it.each(rows.map((row) => [row.id, row] as const))(
    '%s succeeds in each language as the console shows it after the call',
    async (id, row) => {
      const { browser } = developer;
      const { text: form } = await browser.open(consolePath(row));
      const { text: answer } = await browser.press('send', standing(form));
      const sent = /<span class="badge (?:ok|bad)">(\d+)</.exec(answer)?.[1];
      expect([sent, successes(row)]).toEqual([sent, expect.arrayContaining([sent])]);
      for (const language of languages) {
        const { text } = blocksOn(answer).find(({ label }) => label === `The call with ${language}`)!;
        const status = printedStatus(await paste(text));
        const expected = afterCall[id] ?? successes(row);
        expect([language, status, expected]).toEqual([language, status, expect.arrayContaining([status])]);
      }
    },
  );

  it.each(rows.filter(({ method }) => method !== 'DELETE').map((row) => [row.id, row] as const))(
    '%s has the token and the ids of the console in the reference, and succeeds without a variable',
    async (id, row) => {
      const shown = blocksOn((await developer.browser.open(`/reference/${id}`)).text);
      expect(shown.filter(({ label }) => label.startsWith('Set '))).toEqual([]);
      for (const language of languages) {
        const { text } = shown.find(({ label }) => label === `The call with ${language}`)!;
        const status = printedStatus(await paste(text));
        expect([language, status, successes(row)]).toEqual([language, status, expect.arrayContaining([status])]);
      }
    },
  );

  it('shows in the reference the id of a registered client, and asks for its secret alone', async () => {
    const another = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = credentialsIn((await another.register()).text);
    const shown = blocksOn((await another.browser.open(`/reference/${mandates.createMandate.id}`)).text);
    const [client, token] = shown.filter(({ label }) => label.startsWith('Set '));
    expect(client!.text).toBe(`export CLIENT_ID=${clientId} REDIRECT_URI='http://127.0.0.1:3000/back'`);
    const own = await variablesSet(client!, { CLIENT_SECRET: clientSecret! });
    const { text } = shown.find(({ label }) => label === 'The call with curl')!;
    expect(printedStatus(await paste(text, await variablesSet(token!, own)))).toBe('201');
    // Another developer sees none of it.
    const stranger = await ADeveloper.signedIn(bank);
    expect((await stranger.browser.open(`/reference/${mandates.createMandate.id}`)).text).not.toContain(clientId);
  });

  describe('of the sandbox', () => {
    const folder = temporaryFolder();
    afterAll(() => folder.remove());
    let variables: Record<string, string>;

    beforeAll(async () => {
      await developer.browser.open(scenarioPages.showScenarios.path);
      const { text: page } = await developer.browser.press('make-key', { name: 'CI' });
      const { clientId, clientSecret } = credentialsIn((await developer.register()).text);
      const approve = blocksOn((await developer.browser.open('/')).text).find(({ label }) => label === 'Approve without a browser')!;
      await paste(approve.text, {}, folder.path);
      variables = {
        OPEN_BROWSER: './approve.sh',
        SANDBOX_KEY: /<dt>Key<\/dt><dd><code>([^<]+)</.exec(page)![1]!,
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret!,
      };
    });

    it.each(Object.values(sandboxOperations).map((row) => [row.id, row as Operation] as const))(
      '%s succeeds, or says what it waits for',
      async (id, row) => {
        const shown = blocksOn((await developer.browser.open(`/reference/${id}`)).text);
        let known = variables;
        for (const step of shown.filter(({ label }) => /^Set (?!CLIENT_ID)/.test(label)))
          known = { ...known, ...(await variablesSet(step, known, folder.path)) };
        for (const language of languages) {
          const { text } = shown.find(({ label }) => label === `The call with ${language}`)!;
          const status = printedStatus(await paste(text, known));
          const expected = awaitsApproval.includes(id) ? ['409'] : successes(row);
          expect([language, status, expected]).toEqual([language, status, expect.arrayContaining([status])]);
        }
      },
    );
  });
});
