import { mostReceipts, type RecordedReceipts } from '@open-banking/access';
import { cards, everyService } from '@open-banking/spec';
import { until } from '@open-banking/testing';
import { Metrics } from '../src/metrics.js';
import { ReceiptCollector } from '../src/receipts/receipt-collector.js';

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
    for (let at = 0; at < count; at += 1) collector.add({ clientId: 'someone', operation: 'readCard', psuId: 'p', resource: 'r' });
  };
  const counted = async (outcome: string): Promise<number> => {
    const { values } = await metrics.registry.getSingleMetric('openbank_receipts_total')!.get();
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  };
  return { collector, store, add, counted, sent, lines };
}

describe('the receipts of a process', () => {
  it('are numbered on and sent in full batches, with the number that is not reached before the next', async () => {
    const { collector, store, add, counted, sent } = aCollector(() => Promise.resolve());
    add(2 * mostReceipts + 3);
    collector.begin(store);
    await collector.end();
    expect(sent.map(({ numbers }) => numbers.length)).toEqual([mostReceipts, mostReceipts, 3]);
    expect(sent.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 2 * mostReceipts + 3 }, (_, at) => at));
    for (const { reservedTo, numbers } of sent) expect(reservedTo).toBeGreaterThan(numbers.at(-1)! + 1);
    expect([await counted('recorded'), await counted('lost')]).toEqual([2 * mostReceipts + 3, 0]);
  });

  it('that come while a batch is under way wait for the next second, unless they fill a batch', async () => {
    let accept = () => {};
    const { collector, store, add, sent } = aCollector(() => new Promise<void>((resolve) => (accept = resolve)));
    collector.begin(store);
    add(10);
    accept();
    await collector.send();
    expect(sent.map(({ numbers }) => numbers.length)).toEqual([0]);
    const second = collector.send();
    add(mostReceipts + 1);
    accept();
    await until('the full batch', () => sent.length === 3);
    accept();
    await second;
    expect(sent.map(({ numbers }) => numbers.length)).toEqual([0, 10, mostReceipts]);
    const last = collector.end();
    await until('the rest', () => sent.length === 4);
    accept();
    await last;
    expect(sent.at(-1)!.numbers).toEqual([mostReceipts + 10]);
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
    const accepted = sent.filter(({ numbers }) => numbers.length > 0).flatMap(({ numbers }) => numbers);
    expect(Math.max(...accepted)).toBe(10_005);
    expect(new Set(accepted).size).toBe(10_001);
    expect([10_000, 10_004].some((number) => accepted.includes(number))).toBe(false);
    expect(await counted('lost')).toBe(5);
    expect(lines).toEqual(['receipts are not recorded', 'receipts are recorded again']);
  });

  it('are sent one by one once the process begins to end, and the last batch before says that none is missing', async () => {
    const { collector, store, add, sent } = aCollector(() => Promise.resolve());
    collector.begin(store);
    add(1);
    await collector.beginEnd();
    expect(sent.at(-1)).toMatchObject({ ends: true });
    add(1);
    await collector.end();
    expect(sent.at(-1)).toMatchObject({ ends: true, numbers: [1] });
  });

  it('are of reads that succeeded with a token, and of nothing else', async () => {
    const { collector, store, sent } = aCollector(() => Promise.resolve());
    const introspection = { psuId: 'p', consent: { id: 'c' } };
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
    expect(sent[0]).toMatchObject({ numbers: [0], operation: ['readCard'], psuId: ['p'], consentId: ['c'], resource: ['one'] });
  });
});
