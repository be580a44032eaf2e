import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { services } from '@open-banking/spec';
import { exchange, type OwnBank } from '@open-banking/testing';
import type { doctorOf } from './a-doctor.js';

/** Sends requests as a proxy does that writes no certificate in the form that the services read, and reads what the doctor says of it. */
export async function proxyThatIsNotRead(bank: Pick<OwnBank, 'facts'>, examine: ReturnType<typeof doctorOf>['examine']): Promise<void> {
  const found = async () => (await examine()).findings.filter(({ check }) => check === 'client-cert');
  expect(await found()).toEqual(services.map((subject) => expect.objectContaining({ subject, status: 'ok' }) as unknown));
  const pem = readFileSync(join(bank.facts.caFolder, 'ca.pem'), 'utf8');
  const send = (value: string) =>
    exchange(`http://127.0.0.1:${bank.facts.internal['cards'].port}/v1.7/cards`, { headers: { 'client-cert': value } });
  for (const value of ['(null)', '(null)', encodeURIComponent(pem)]) await send(value);
  const cards = (await found()).filter(({ subject }) => subject === 'cards');
  expect(cards).toEqual([
    expect.objectContaining({
      status: 'warning',
      text: '2 times Client-Cert from CLIENT_CERT_PROXIES had no certificate at all, such as "(null)", and rfc9440 is expected',
    }) as unknown,
    expect.objectContaining({
      status: 'warning',
      advice: expect.stringContaining('Set CLIENT_CERT_FORM=escaped-pem') as unknown,
    }) as unknown,
  ]);
  const lines = readFileSync(join(dirname(bank.facts.keysDir), 'logs', 'cards.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('client certificate not read'));
  expect(lines.map((line) => (JSON.parse(line) as { found: string }).found)).toEqual(['nothing', 'escaped-pem']);
}
