import { issuers, issuerRowsOf, pageRowsOf, services, type Operation } from '@open-banking/spec';
import { exchange, freshBank, ownAddress, titleOf, type HttpResponse } from '@open-banking/testing';
import { aDeveloper } from './fuzz/a-developer.js';
import type { Behind } from './fuzz/form-drafts.js';
import { openInteractions } from './fuzz/open-interactions.js';
import type { Fields } from './fuzz/page-forms.js';
import { visitedPages } from './fuzz/visited-pages.js';
import { multipart, multipartOf, writtenFiles } from './fuzz/written-fields.js';
import { createdBy, filled } from '@open-banking/testing/sweep';

/** Programs post to the receiver. */
const posted = services
  .flatMap((service) => [...issuerRowsOf(service), ...pageRowsOf(service)])
  .filter(({ id, kind, method }) => kind === 'page' && method === 'POST' && id !== 'receiveNotification');

/** The button that is pressed where the first one would ask for more, and the fields that go with it. */
const pressed: Readonly<Record<string, Fields>> = {
  answerCustomer: { step: 'sign-out' },
  answerClient: { step: 'change-redirect-uris', redirectUris: 'http://127.0.0.1/another' },
  answerConsoleOperation: { step: 'send' },
  answerScenarios: { step: 'make-key', name: 'Another' },
  answerSandboxCustomers: { step: 'create', preset: 'joint', seed: '' },
  answerDeveloperPayment: { reason: 'AC04' },
  answerSandboxCustomer: { step: 'load-preset', preset: 'joint', data: '' },
};
/** Pages of approvals that nothing waits for: with its token the form leads away from them. */
const nothingWaits = ['answerPending', 'answerPendingPayment', 'answerPendingMandate'];

describe('each page that takes a form', () => {
  const bank = freshBank(services);
  const behind = new Map<string, Omit<Behind, 'callers'>>();

  beforeAll(async () => {
    const client = await bank.client();
    const developer = await aDeveloper(bank);
    const ids = { ...(await createdBy(client)), clientId: developer.client.clientId };
    const known = Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, [value]]));
    const onPage = await visitedPages(bank, { developer, known, callers: [] });
    for (const row of posted) behind.set(row.id, onPage(row)[0]!);
    for (const issuer of issuers) behind.set(`${issuer}.answerInteraction`, (await openInteractions(bank, client, issuer, 1))[0]!);
  });

  const post = async (row: Operation, fields: Fields): Promise<HttpResponse> => {
    const { headers, params } = behind.get(row.id)!;
    const file = writtenFiles[row.id];
    const [content, body] = file
      ? [multipart, multipartOf(Object.entries(fields), file)]
      : ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()];
    const path = filled(row, Object.fromEntries(Object.entries(params).map(([name, [value]]) => [name, encodeURIComponent(value!)])));
    return exchange(bank.baseUrl + path, {
      method: 'POST',
      from: ownAddress(),
      headers: { ...Object.fromEntries(headers), accept: 'text/html', 'content-type': content },
      body,
    });
  };

  it.each(posted.map((row) => ({ row, id: row.id })))(
    '$id refuses its form without the token, and does what it asks with it',
    async ({ row }) => {
      const { fields, needed = [] } = behind.get(row.id)!;
      const chosen = pressed[row.id] ?? {};
      const { csrf: _, ...form } = { ...(needed.find(({ step }) => step === (chosen['step'] ?? step)) ?? {}), ...chosen };
      expect(nothingWaits.includes(row.id) || form.step !== undefined).toBe(true);

      const refused = await post(row, form);
      expect(refused.status).toBe(400);
      expect(await post(row, { ...form, csrf: 'x'.repeat(43) })).toMatchObject({ status: 400, text: refused.text });

      const done = await post(row, { ...form, csrf: fields['csrf']![0]! });
      expect({ title: done.status < 400 ? '' : titleOf(done.text), status: done.status }).toEqual({
        title: '',
        status: nothingWaits.includes(row.id) ? 303 : expect.any(Number),
      });
    },
  );
});
