import { randomUUID } from 'node:crypto';
import { Refusal } from '@open-banking/messages';
import { cards, everyService } from '@open-banking/spec';
import { Metrics } from '@open-banking/telemetry';
import { until } from '@open-banking/testing';
import { maxReceipts, receiptsInLines, linesOfReceipts, type RecordedReceipts } from '../src/recorded-receipts.js';
import { readLeaf } from '../src/receipt.js';
import { ReceiptCollector } from '../src/receipt-collector.js';

const customer = randomUUID();
const consent = randomUUID();

/** A collector of a process before an ais-pis whose answers the test gives. */
function aCollector(answer: () => Promise<unknown>) {
  const sent: RecordedReceipts[] = [];
  const lines: string[] = [];
  const metrics = new Metrics('cards');
  const write = ({ event }: { event: string }) => void lines.push(event);
  const collector = new ReceiptCollector('cards', metrics, { warn: write, info: write } as never);
  const store = {
    record: (batch: RecordedReceipts) => {
      sent.push(batch);
      return answer();
    },
  };
  const add = (count: number) => {
    for (let at = 0; at < count; at += 1) collector.add({ clientId: 'someone', operation: 'readCard', psuId: customer, resource: 'r' });
  };
  const counted = async (outcome: string): Promise<number> => {
    const { values } = await metrics.registry.getSingleMetric('openbank_receipts_total')!.get();
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  };
  return { collector, store, add, counted, sent, lines };
}

const leavesOf = ({ leaves }: RecordedReceipts) => (leaves === '' ? [] : leaves.split('\n'));
/** The numbers of a batch, as its leaves say them. */
const receiptNumbers = (batch: RecordedReceipts): number[] =>
  leavesOf(batch)
    .flatMap((leaf) => readLeaf(leaf)!.receipts.map(({ number }) => number))
    .sort((one, other) => one - other);

describe('the receipts of a process', () => {
  it('are numbered on and sent in full batches, with the number that is not reached before the next', async () => {
    const { collector, store, add, counted, sent } = aCollector(() => Promise.resolve());
    add(2 * maxReceipts + 3);
    collector.begin(store);
    await collector.end();
    expect(sent.map(({ count }) => count)).toEqual([maxReceipts, maxReceipts, 3]);
    expect(sent.flatMap(receiptNumbers)).toEqual(Array.from({ length: 2 * maxReceipts + 3 }, (_, at) => at));
    for (const { reservedTo, first, count } of sent) expect(reservedTo).toBeGreaterThan(first + count);
    for (const batch of sent) expect(receiptsInLines(linesOfReceipts(batch))).toEqual(batch);
    expect([await counted('recorded'), await counted('lost')]).toEqual([2 * maxReceipts + 3, 0]);
  });

  it('that come while a batch is under way wait for the next second, unless they fill a batch', async () => {
    let accept = () => {};
    const { collector, store, add, sent } = aCollector(() => new Promise<void>((resolve) => (accept = resolve)));
    collector.begin(store);
    add(10);
    accept();
    await collector.send();
    expect(sent.map(({ count }) => count)).toEqual([0]);
    const second = collector.send();
    add(maxReceipts + 1);
    accept();
    await until('the full batch', () => sent.length === 3);
    accept();
    await second;
    expect(sent.map(({ count }) => count)).toEqual([0, 10, maxReceipts]);
    const last = collector.end();
    await until('the rest', () => sent.length === 4);
    accept();
    await last;
    expect(receiptNumbers(sent.at(-1)!)).toEqual([maxReceipts + 10]);
  });

  it('wait while ais-pis does not answer, with one line in the log, and what there is no room for leaves its numbers out', async () => {
    let isAway = true;
    const { collector, store, add, counted, sent, lines } = aCollector(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    collector.begin(store);
    await collector.send();
    add(10_005);
    await collector.send();
    await collector.send();
    isAway = false;
    await collector.send();
    add(1);
    await collector.end();
    const accepted = sent.flatMap(receiptNumbers);
    expect(Math.max(...accepted)).toBe(10_005);
    expect(new Set(accepted).size).toBe(10_001);
    expect([10_000, 10_004].some((number) => accepted.includes(number))).toBe(false);
    expect(await counted('lost')).toBe(5);
    expect(lines).toEqual(['receipts are not recorded', 'receipts are recorded again']);
  });

  it('are not missing while none waits: where a whole bank starts, ais-pis may not be there yet, and the log says nothing', async () => {
    const { collector, store, add, lines } = aCollector(() => Promise.reject(new Error('away')));
    collector.begin(store);
    await collector.send();
    expect(lines).toEqual([]);
    add(1);
    await collector.send();
    expect(lines).toEqual(['receipts are not recorded']);
    await collector.end();
  });

  it('are sent by themselves after a second, and again each second while ais-pis is away', async () => {
    let isAway = false;
    const { collector, store, add, counted, sent } = aCollector(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
    collector.begin(store);
    await collector.send();
    isAway = true;
    add(1);
    await until('two tries', () => sent.length === 3);
    isAway = false;
    await until('the third', async () => (await counted('recorded')) === 1);
    expect(sent.map(({ count }) => count)).toEqual([0, 1, 1, 1]);
    await collector.end();
  });

  it('are sent one by one once the process begins to end, and the last batch before says that none is missing', async () => {
    const { collector, store, add, sent } = aCollector(() => Promise.resolve());
    collector.begin(store);
    add(1);
    await collector.beginEnd();
    expect(sent.at(-1)).toMatchObject({ ends: true });
    add(1);
    await collector.end();
    expect(sent.at(-1)).toMatchObject({ ends: true, first: 1, count: 1 });
  });

  it('of one customer, consent and client are one leaf with a salt of its own, until it is full, and those of another are another', async () => {
    const { collector, store, sent } = aCollector(() => Promise.resolve());
    const add = (more: object, resource = 'one') => {
      collector.add({ clientId: 'a', operation: 'readCard', psuId: customer, consentId: consent, resource, ...more });
    };
    const another = randomUUID();
    for (let at = 0; at < 25; at += 1) {
      add({});
      add({ consentId: another });
    }
    add({ clientId: 'b' });
    add({ psuId: undefined, consentId: undefined });
    add({ psuId: another }, 'a "quoted" \\ id\u0000');
    collector.begin(store);
    await collector.end();
    const leaves = leavesOf(sent[0]!);
    const about = leaves.map((leaf) => readLeaf(leaf)!);
    expect(about.map(({ customer: whose, receipts }) => [whose, receipts[0]!.consent, receipts[0]!.client, receipts.length])).toEqual([
      [customer, consent, 'a', 20],
      [customer, another, 'a', 20],
      [customer, consent, 'a', 5],
      [customer, another, 'a', 5],
      [customer, consent, 'b', 1],
      ['', '', 'a', 1],
      [another, consent, 'a', 1],
    ]);
    expect(about.at(-1)!.receipts[0]!.resource).toBe('a "quoted" \\ id\u0000');
    expect(receiptNumbers(sent[0]!)).toEqual(Array.from({ length: 53 }, (_, at) => at));
    expect(new Set(leaves.map((leaf) => (JSON.parse(leaf) as { salt: string }).salt)).size).toBe(leaves.length);
    expect(receiptsInLines(linesOfReceipts(sent[0]!))).toEqual(sent[0]);
  });

  it.each([
    ['no JSON', () => 'x'],
    ['a header without a count', ({ leaves, count: _, ...header }: RecordedReceipts) => `${JSON.stringify(header)}\n${leaves}`],
    ['a leaf of another process', (batch: RecordedReceipts) => linesOfReceipts({ ...batch, processId: randomUUID() })],
    ['more leaves than receipts', (batch: RecordedReceipts) => linesOfReceipts({ ...batch, count: 0 })],
    ['no leaf of its receipts', (batch: RecordedReceipts) => linesOfReceipts({ ...batch, leaves: '' })],
    ['more after a leaf', (batch: RecordedReceipts) => linesOfReceipts({ ...batch, leaves: `${batch.leaves} ` })],
    ['an empty line', (batch: RecordedReceipts) => linesOfReceipts({ ...batch, leaves: `${batch.leaves}\n` })],
    ['a control character', (batch: RecordedReceipts) => linesOfReceipts({ ...batch, leaves: batch.leaves.replace('"r"', '"\u0001"') })],
  ])('are refused as lines with %s, and taken as they are sent', async (_, changed) => {
    const { collector, store, add, sent } = aCollector(() => Promise.resolve());
    add(1);
    collector.begin(store);
    await collector.end();
    expect(() => receiptsInLines(changed(sent[0]!))).toThrow(Refusal);
    expect(receiptsInLines(linesOfReceipts(sent[0]!))).toEqual(sent[0]);
  });

  it('are of reads that succeeded with a token, and of nothing else', async () => {
    const { collector, store, sent } = aCollector(() => Promise.resolve());
    const introspection = { psuId: customer, consent: { id: consent } };
    const answered = (bank: object, statusCode: number) => {
      collector.addRead({ bank, params: { cardId: 'one' } } as never, { statusCode });
    };
    const operation = cards.readCard;
    answered({ clientId: 'someone', operation, introspection }, 404);
    answered({ operation, introspection }, 200);
    answered({ clientId: 'someone', operation: { ...operation, method: 'POST' }, introspection }, 200);
    answered({ clientId: 'someone', operation: everyService.readLiveness }, 200);
    answered({ clientId: 'someone', operation, introspection }, 200);
    collector.begin(store);
    await collector.end();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ first: 0, count: 1 });
    expect(readLeaf(sent[0]!.leaves)).toEqual({
      customer,
      receipts: [{ number: 0, at: expect.any(Date), client: 'someone', operation: 'readCard', consent, resource: 'one' }],
    });
  });
});
