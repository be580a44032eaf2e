import { randomUUID } from 'node:crypto';
import { customerEditorPages, developerPages, pageRowsOf, parametersOf, receiverPages, services, type Operation } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { credentialsIn } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;
/** Ids that no part of a path has: no UUID, almost one, a name that every object inherits, and texts that PostgreSQL does not take. */
const malformed = ['x', `${randomUUID()}0`, '%7B', 'constructor', '__proto__', 'a%00', '%F0%9F%98%80', "'--", 'x'.repeat(100)];
/** The parameters that pages take in their query. */
const asked = 'action before call client code customer done find from object operation product request sent status theme until'.split(' ');

/** Addresses that software calls are left out, and the page that takes files: it looks for its client as the page of the client does. */
const left: readonly string[] = [receiverPages.receiveNotification.id, developerPages.answerClientLogo.id];
const rows = pageRowsOf('portal').filter(({ id }) => !left.includes(id));

describe('pages of the portal at addresses that nothing has', () => {
  const bank = runningBank(services);
  let one: AScenarist;
  let csrf: string;
  let own: Readonly<Record<string, string>>;

  beforeAll(async () => {
    one = await AScenarist.of(bank);
    const { clientId } = credentialsIn((await one.developer.register()).text);
    const { customerId } = await one.customer({ products: [] });
    own = { clientId, customerId, logo: 'a'.repeat(64) };
    const { text } = await one.developer.browser.open(customerEditorPages.showSandboxCustomers.path);
    csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
  }, slowMs);

  const send = ({ method }: Operation, path: string, step: string) =>
    one.developer.browser.open(
      path,
      method === 'POST' ? new URLSearchParams({ csrf, step, answer: '', reason: '', amount: '', serialNumber: '1' }) : undefined,
    );

  const withParameters = rows.filter(({ path }) => parametersOf(path).length > 0);
  it.each(withParameters.map((row) => [row.id, row] as const))(
    'are 404 in each part of %s',
    async (_, row) => {
      for (const part of parametersOf(row.path))
        for (const value of malformed) {
          const path = filled(row, { ...own, [part]: value });
          const { status, headers, text } = await send(row, path, stepOf(row));
          expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
          expect(text).toContain('RESOURCE_UNKNOWN');
        }
    },
    slowMs,
  );

  it(
    'are no error of the bank in any query',
    async () => {
      for (const row of rows.filter(({ method }) => method === 'GET'))
        for (const value of malformed) {
          const path = filled(row, own);
          const { status } = await send(row, `${path}?${asked.map((name) => `${name}=${value}`).join('&')}`, '');
          expect([path, value, status < 500]).toEqual([path, value, true]);
        }
    },
    slowMs,
  );
});

const filled = ({ path }: Operation, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => values[name] ?? 'x');

/** A step of each page with a form: pages look at their address first or at the form. */
const steps: Readonly<Record<string, string>> = {
  answerNotification: 'send-again',
  answerClient: 'finish-rotation',
  answerCertificates: 'revoke',
  answerSandboxCustomer: 'reset',
  answerConsoleOperation: 'send',
  answerReceiver: 'make',
};
const stepOf = ({ id }: Operation): string => steps[id] ?? 'revoke';
