import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { operations, services } from '@open-banking/spec';
import { inDays, runningBank, type ConsentedCaller } from '@open-banking/testing';
import { idsOf } from '@open-banking/testing/sweep';

interface Call {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

const folder = new URL('../../docs/collection/', import.meta.url);

/** The calls of a file in the `.http` format, as an editor reads them. */
function callsOf(text: string): Call[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...body] = part.trim().split('\n\n');
      const [name = '', line = '', ...headers] = head.split('\n');
      const [method = '', url = ''] = line.split(' ');
      const pairs = headers.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]);
      return { name, method, url, headers: pairs, body: body.length > 0 ? body.join('\n\n') : undefined };
    });
}

const calls = readdirSync(folder)
  .filter((name) => name.endsWith('.http'))
  .flatMap((name) => callsOf(readFileSync(new URL(name, folder), 'utf8')));

/** The variable of a path parameter: `cardId` of `card-id`, `branchNumber` of `BranchNumber`. */
const variableOf = (parameter: string): string =>
  parameter.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, (first) => first.toLowerCase());

describe('the collection of calls', () => {
  const bank = runningBank(services);
  let values: Record<string, string>;

  beforeAll(async () => {
    const client = await bank.client();
    const reader: ConsentedCaller = await client.consentedBy(bank.demo);
    const own = async (issuer: 'consents' | 'payments' | 'mandates', scope: string) =>
      (await client.clientToken(issuer, scope)).access_token;
    values = {
      ...Object.fromEntries(Object.entries(idsOf(bank.demo.accounts)).map(([name, id]) => [variableOf(name), id])),
      baseUrl: bank.baseUrl,
      customerToken: reader.token!,
      consentsToken: await own('consents', 'AIS'),
      paymentsToken: await own('payments', 'PIS'),
      mandatesToken: await own('mandates', 'MANDATE'),
      loanServicesToken: await own('consents', 'loan-services'),
      consentId: reader.consentId,
      dateFrom: inDays(-30),
    };
  });

  const filled = (text: string): string =>
    text
      .replaceAll('{{$guid}}', () => randomUUID())
      .replaceAll('{{$timestamp}}', () => String(Math.floor(Date.now() / 1000)))
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
        if (values[name] === undefined) throw new Error(`The test has no value for ${name}`);
        return values[name];
      });

  async function send({ method, url, headers, body }: Call): Promise<{ status: number; text: string }> {
    const answer = await fetch(filled(url), {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, filled(value)]),
      body: body === undefined ? undefined : filled(body),
    });
    return { status: answer.status, text: await answer.text() };
  }

  it('has a value for each variable, as httpyac reads one without a value as a request', () => {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.http'))) {
      const variables = readFileSync(new URL(name, folder), 'utf8').match(/^@.*$/gm) ?? [];
      expect([name, variables.filter((line) => !/^@\w+ = \S/.test(line)), variables.length > 1]).toEqual([name, [], true]);
    }
  });

  it('has each operation once', () => {
    expect(calls.map(({ name }) => name).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it('is answered with what was asked for, each call as it is written', async () => {
    // What is created comes before what needs its id, and what ends something comes last.
    const place = ({ method }: Call) => ['POST', 'GET', 'DELETE'].indexOf(method);
    const answers: [string, number, string][] = [];
    for (const call of calls.toSorted((a, b) => place(a) - place(b))) {
      const { status, text } = await send(call);
      answers.push([call.name, status, status < 300 ? '' : text]);
      if (call.method !== 'POST' || status !== 201) continue;
      const { paymentId, resourceId } = JSON.parse(text) as { paymentId?: string; resourceId?: string };
      values = { ...values, ...(paymentId !== undefined && { paymentId }), ...(resourceId !== undefined && { resourceId }) };
    }
    expect(answers.filter(([, status]) => status >= 300)).toEqual([]);
    expect(answers).toHaveLength(operations.length);
  });
});
