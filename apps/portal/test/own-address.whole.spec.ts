import { readdirSync } from 'node:fs';
import { operations, sandboxOperations, services } from '@open-banking/spec';
import { exchange, ownAddress, runningBank } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { anotherPortal } from './another-portal.js';
import { blocksOn, paste } from './pasted-code.js';

const programs = readdirSync(new URL('../../../docs/guides/programs/', import.meta.url));
const own = 'https://open-banking.bank.example:8443';
const portalHost = 'developer.bank.example';
/** The address that the repository's documents and programs write. */
const written = '127.0.0.1:8080';

describe('the portal of a bank with another address', () => {
  const bank = runningBank(services);
  let sandbox: ForkedService;
  let elsewhere: ForkedService;
  /** Each from an address of its own, as pages are limited by address. */
  const get = (portal: ForkedService, path: string) => exchange(`${portal.baseUrl}${path}`, { from: ownAddress() });

  beforeAll(async () => {
    const internal = () => 'http://127.0.0.1:9';
    sandbox = await anotherPortal(bank, '1', internal, { BASE_URL: own, PORTAL_HOST: portalHost });
    elsewhere = await anotherPortal(bank, '0', internal, { BASE_URL: own });
  }, 120_000);
  afterAll(() => Promise.all([sandbox.stop(), elsewhere.stop()]));

  it('has that address in every program to download, and none of the marks of the guides', async () => {
    expect(programs.length).toBeGreaterThan(8);
    for (const program of programs) {
      const { status, text } = await get(sandbox, `/guides/${program}`);
      expect([program, status, text.includes(written), /^\s*(?:#|\/\/) \[\w+\]$/m.exec(text)?.[0]]).toEqual([
        program,
        200,
        false,
        undefined,
      ]);
      // Programs that lie beside another take the address from there.
      expect([program, text.includes(own)]).toEqual([program, !/^(?:mandates|notifications)/.test(program)]);
    }
  });

  it('has it in every guide, sample and example, on the start page and in what the reference shows as answers', async () => {
    const { text: guides } = await get(sandbox, '/guides');
    const paths = [
      ...['/', '/guides', '/reference'],
      ...[...guides.matchAll(/href="(\/guides\/\w+)"/g)].map(([, path]) => path!),
      ...[...operations, ...Object.values(sandboxOperations)].map(({ id }) => `/reference/${id}`),
    ];
    for (const path of paths) {
      const { status, text } = await get(sandbox, path);
      expect([path, status, text.includes(written)]).toEqual([path, 200, false]);
    }
    expect((await get(sandbox, '/reference/readConsentsMetadata')).text).toContain(`${own}/v1.7/oauth/consents/token`);
    expect((await get(sandbox, '/guides/curl')).text).toContain(`BASE_URL:-${own}`);
    const start = blocksOn((await get(sandbox, '/')).text);
    expect(start.find(({ label }) => label === 'Balances with Python')!.text).toBe(
      `curl -sSO https://${portalHost}:8443/guides/client.py && python3 client.py balances`,
    );
  });

  it('outside the sandbox names the variables of a sample in words, as no client registers itself there', async () => {
    const { text } = await get(elsewhere, '/reference/listAccounts');
    const shown = blocksOn(text);
    expect(shown.filter(({ label }) => label.startsWith('Set '))).toEqual([]);
    expect(text).toMatch(/<code>TOKEN<\/code>, <code>CONSENT<\/code>: /);
    expect((await get(elsewhere, '/reference/createConsent')).text).not.toContain('/register');
    // The name is of no machine.
    const { code, stderr } = await paste(shown.find(({ label }) => label === 'The call with curl')!.text);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`The bank at ${own} does not answer.`)]);
  });
});
