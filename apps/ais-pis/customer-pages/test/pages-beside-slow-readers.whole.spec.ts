import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysAgo, runningBank, until, type Caller } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import { aCustomer, anAccount, entries } from '@open-banking/ais-pis-testing/a-customer';

const slowMs = 300_000;
// About 9 MB for each connection: more than the kernel takes for a reader that reads nothing.
const pipelined = 300;
const together = 10;

/** The bodies of whole answers on a connection, each as text, as they come. */
function bodiesOn(socket: Socket): string[] {
  const bodies: string[] = [];
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const body = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, body))?.[1]);
      if (body < 4 || !(body + length <= received.length)) return;
      bodies.push(received.toString('utf8', body, body + length));
      received = received.subarray(body + length);
    }
  });
  return bodies;
}

describe('pages of transactions whose memory is used again', () => {
  const bank = runningBank(['ais-pis']);
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const readers: { caller: Caller; path: string; request: string }[] = [];
  let service: AnotherProcess;

  beforeAll(async () => {
    const many = { second: 1_000_000, minute: 60_000_000, day: 86_400_000_000 };
    writeFileSync(join(folder, 'plan.json'), JSON.stringify({ classes: { read: many, hotRead: many, write: many } }));
    service = await anotherProcess(bank, 'ais-pis', { settings: { PLAN_FILE: join(folder, 'plan.json') } });
    for (let at = 0; at < 2; at++) {
      const customer = await aCustomer(bank);
      const account = await anAccount(bank, [customer]);
      await entries(bank, account, 120, { aDay: 20, from: 1_000 * at });
      const permitted = await (await bank.client()).consentedBy(customer, { transactions: [{ iban: account.iban }] });
      const path = `/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(10)}&limit=100`;
      const request = `GET ${path} HTTP/1.1\r\nhost: bank\r\nauthorization: Bearer ${permitted.token}\r\nconsent-id: ${permitted.consentId}\r\nx-request-id: 00000000-0000-4000-8000-000000000000\r\npsu-ip-address: 127.0.0.1\r\n\r\n`;
      readers.push({ caller: permitted.at(service.baseUrl).retrying, path, request });
      await until('every entry has its text', async () => {
        const { rowCount } = await bank.database('ais-pis').query('select from entry_text where account_id = $1', [account.accountId]);
        return rowCount === 120;
      });
    }
  }, slowMs);
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const booked = (text: string): string => JSON.stringify((JSON.parse(text) as { transactions: { booked: unknown } }).transactions.booked);
  const alone = async ({ caller, path }: (typeof readers)[number]): Promise<string> => booked((await caller.get(path)).text);
  async function opened(): Promise<Socket> {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  it(
    "are each customer's own, beside readers that take them late and others that leave in the middle",
    async () => {
      const [slow, quick] = readers as [(typeof readers)[number], (typeof readers)[number]];
      const [ofSlow, ofQuick] = [await alone(slow), await alone(quick)];
      expect(ofSlow).not.toBe(ofQuick);
      // Nobody reads these: what the kernel does not take waits in the service.
      const waiting = await Promise.all(Array.from({ length: 3 }, opened));
      for (const socket of waiting) socket.pause();
      // A few at a time: so many at once run out of time on a slow machine.
      for (let sent = 0; sent < pipelined; sent += together) {
        for (const socket of waiting) socket.write(slow.request.repeat(together));
        expect(await alone(quick)).toBe(ofQuick);
      }
      for (let round = 0; round < 20; round++) {
        const leaving = await Promise.all(Array.from({ length: 10 }, opened));
        for (const socket of leaving) {
          socket.write(slow.request.repeat(3));
          socket.once('data', () => socket.destroy());
        }
        const pages = await Promise.all(Array.from({ length: 10 }, () => alone(quick)));
        for (const page of pages) expect(page).toBe(ofQuick);
        for (const socket of leaving) socket.destroy();
      }
      for (const socket of waiting) {
        const bodies = bodiesOn(socket.resume());
        await until('all answers have come', () => Promise.resolve(bodies.length === pipelined));
        // What the service still had to read came at once: some of it may have run out of time.
        const pages = bodies.filter((text) => !text.includes('SERVICE_UNAVAILABLE'));
        expect(pages.length).toBeGreaterThan(pipelined / 10);
        for (const text of pages) expect(booked(text)).toBe(ofSlow);
        socket.destroy();
      }
    },
    slowMs,
  );
});
