import { hashesAtOnce, HashingQueue } from '../src/hashing-queue.js';

/** The most that ran at once of several, all begun at once, and the order in which they began. */
async function observed(maxConcurrentHashes: number): Promise<{ max: number; order: number[] }> {
  const queue = new HashingQueue({ maxConcurrentHashes, waiting: 10, timeoutMs: 60_000 });
  const order: number[] = [];
  let [running, max] = [0, 0];
  const work = (number: number) => async () => {
    order.push(number);
    running += 1;
    max = Math.max(max, running);
    await new Promise(setImmediate);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 6 }, (_, number) => queue.run(work(number))));
  return { max, order };
}

describe('passwords that are hashed at once', () => {
  it('take at most half of the cores, and never more than two', () => {
    expect([1, 2, 3, 4, 8, 64].map(hashesAtOnce)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it.each([1, 2])('are at most %i where the queue says so, and all have their turn in order', async (max) => {
    expect(await observed(max)).toEqual({ max, order: [0, 1, 2, 3, 4, 5] });
  });
});
