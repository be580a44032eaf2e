import { Leases } from '../src/leases.js';

describe('leases', () => {
  const stopped: string[] = [];
  const broken = new Set<string>();
  let leases: Leases<string, string>;
  beforeEach(() => {
    stopped.length = 0;
    broken.clear();
    leases = new Leases<string, string>({
      start: (asked, name) => (asked === 'faulty' ? Promise.reject(new Error('does not start')) : Promise.resolve(`${asked}:${name}`)),
      stop: (thing) => Promise.resolve(stopped.push(thing)),
      isFit: (thing) => !broken.has(thing),
    });
  });
  const lease = (key: string) => leases.lease(key, key);
  const settled = async (promise: Promise<unknown>): Promise<boolean> => {
    const later = {};
    return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, later))])) !== later;
  };

  it('are of different things at the same time, and of the same one after the other', async () => {
    const [first, second] = [await lease('a'), await lease('a')];
    expect(second.thing).not.toBe(first.thing);
    await leases.giveBack(first.name, false);
    expect(await lease('a')).toMatchObject(first);
    expect(stopped).toEqual([]);
  });

  it('of one key are never of another', async () => {
    const first = await lease('a');
    await leases.giveBack(first.name, false);
    expect((await lease('b')).thing).not.toBe(first.thing);
  });

  it('end with a spent thing, which is stopped', async () => {
    const first = await lease('a');
    await leases.giveBack(first.name, true);
    expect(stopped).toEqual([first.thing]);
    expect((await lease('a')).thing).not.toBe(first.thing);
  });

  it.each(['when it is given back', 'while it waits'])('are not of a thing that breaks %s', async (when) => {
    const first = await lease('a');
    if (when === 'when it is given back') broken.add(first.thing);
    await leases.giveBack(first.name, false);
    broken.add(first.thing);
    expect((await lease('a')).thing).not.toBe(first.thing);
    expect(stopped).toEqual([first.thing]);
  });

  it('of one key are four at most: the fifth waits for one that is given back, or for the place of one that is spent', async () => {
    const four = await Promise.all(Array.from({ length: 4 }, () => lease('a')));
    expect(new Set(four.map(({ thing }) => thing)).size).toBe(4);
    const [fifth, sixth] = [lease('a'), lease('a')];
    expect(await settled(fifth)).toBe(false);
    expect(await settled(lease('b'))).toBe(true);
    await leases.giveBack(four[2]!.name, false);
    expect((await fifth).thing).toBe(four[2]!.thing);
    expect(await settled(sixth)).toBe(false);
    await leases.giveBack(four[0]!.name, true);
    expect(four.map(({ thing }) => thing)).not.toContain((await sixth).thing);
  });

  it('keep six idle things, and stop the one that has waited longest for each further one', async () => {
    const held = [];
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) held.push(await lease(key));
    for (const { name } of held) await leases.giveBack(name, false);
    expect(stopped).toEqual([held[0]!.thing]);
    expect((await lease('b')).thing).toBe(held[1]!.thing);
  });

  it('that cannot be started take no place', async () => {
    for (let tried = 0; tried < 5; tried += 1) await expect(lease('faulty')).rejects.toThrow('does not start');
  });

  it('end all together, also those that are not given back', async () => {
    const [first, second] = [await lease('a'), await lease('b')];
    await leases.giveBack(first.name, false);
    await leases.close();
    expect(stopped.sort()).toEqual([first.thing, second.thing].sort());
  });
});
