import { randomUUID } from 'node:crypto';
import { daysAgo, newCustomer, runningBank, TestFeed, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import fc from 'fast-check';
import { services } from '@open-banking/spec';
import { reference, type Arrival, type FedProduct } from './late-arrivals/fed-product.js';
import { fedProducts } from './late-arrivals/fed-products.js';
import { Follower } from './late-arrivals/follower.js';

/** 8 histories of each product in `npm run campaign`, always the same; LATE_HISTORIES=500 runs as many, each time others. LATE_SEED repeats a failure. */
const wanted = Number(process.env['LATE_HISTORIES'] ?? 8);
const seed = Number(process.env['LATE_SEED'] ?? ('LATE_HISTORIES' in process.env ? Date.now() % 1_000_000_000 : 1));

/** The core's day moves on by `days`. It then books rows, each dated so many days before; a client may read, also while rows arrive. */
const step = fc.record({
  days: fc.nat({ max: 2 }),
  late: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }),
  reads: fc.constantFrom('before', 'while', 'not'),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** How a core computes the sum after a row: in the order of days, or in that of arrival. */
type SumOrder = 'by day' | 'as it comes';

describe.each(fedProducts)('a client that reads on from the last booking date of its $name', (product) => {
  const bank = runningBank(services);
  let customer: TestCustomer;
  let reader: ConsentedCaller;
  beforeAll(async () => {
    customer = await newCustomer(bank);
    const resource = randomUUID();
    await new TestFeed(bank, product.service).take(...product.open(resource, customer.psuId));
    reader = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it(
    'has each row once after any history of late rows, under one id, and the sums add up',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom<SumOrder>('by day', 'as it comes'),
          fc.integer({ min: 1, max: 4 }),
          fc.array(step, { maxLength: 6 }),
          follows,
        ),
        { numRuns: wanted, seed, endOnFailure: true },
      ),
    3_600_000,
  );

  async function follows(order: SumOrder, pageSize: number, steps: readonly Step[]): Promise<void> {
    const [core, resource] = [new TestFeed(bank, product.service), randomUUID()];
    await core.take(...product.open(resource, customer.psuId));
    const booked = [...product.beginsWith];
    const follower = new Follower(product, resource, reader, pageSize);
    let day = 25;
    for (const { days, late, reads } of steps) {
      day -= days;
      const added = late.map((by, index) => arrival(product, day + by, booked.length + index + 1));
      const book = async (): Promise<void> => {
        await core.take(...product.book(resource, booked, added, sums(order, booked, added)));
        booked.push(...added);
      };
      if (reads === 'while') await follower.follow(book);
      else {
        if (reads === 'before') await follower.follow();
        await book();
      }
    }
    await follower.follow();
    await agree(product, follower, booked);
  }
});

async function agree(product: FedProduct, follower: Follower, booked: readonly Arrival[]): Promise<void> {
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id).sort();
  const all = await follower.read(daysAgo(60));
  expect(ids(follower.rows)).toEqual(ids(booked));
  expect(ids(all)).toEqual(ids(booked));
  let sum = 0;
  for (const row of all.toReversed()) {
    sum += Number(row.amount);
    if (product.name !== 'cards') expect(Number(row.after)).toBe(sum);
  }
  expect(sum).toBe(booked.reduce((total, { amount }) => total + amount, 0));
}

/** Each second row has no id of its own, where the product may do without: it is known by its reference. */
const arrival = (product: FedProduct, ago: number, number: number): Arrival => {
  const named = product.knowsReferences && number % 2 === 0;
  return { daysAgo: ago, amount: number, number, id: named ? reference(number) : randomUUID().slice(0, product.idLength) };
};

function sums(order: SumOrder, before: readonly Arrival[], added: readonly Arrival[]): (row: Arrival) => number {
  const all = [...before, ...added];
  const isUpTo = (other: Arrival, row: Arrival): boolean =>
    order === 'as it comes' || other.daysAgo === row.daysAgo ? other.number <= row.number : other.daysAgo > row.daysAgo;
  return (row) => all.filter((other) => isUpTo(other, row)).reduce((sum, { amount }) => sum + amount, 0);
}
