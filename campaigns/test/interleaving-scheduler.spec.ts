import { Chance } from '@open-banking/simulators/chance';
import { PriorityTurns, turnsOf, WalkTurns, type Turns } from '../src/interleave/scheduler/turns.js';

const actors = ['one', 'two', 'three'];
const order = (turns: Turns<string>, steps: number): string[] => Array.from({ length: steps }, (_, at) => turns.next(actors, at + 1));
const changesIn = (names: readonly string[]): number => names.slice(1).filter((name, at) => name !== names[at]).length;

describe('the turns of a run', () => {
  it('are the same for the same seed, and others for others', () => {
    const orders = Array.from({ length: 40 }, (_, seed) => order(turnsOf(String(seed), actors, 30), 30).join());
    expect(order(turnsOf('7', actors, 30), 30).join()).toBe(orders[7]);
    expect(new Set(orders).size).toBeGreaterThan(20);
  });

  it('by priority change at most twice while all can go on; a walk changes often', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      expect(changesIn(order(new PriorityTurns(new Chance(String(seed)), actors, 30), 30))).toBeLessThanOrEqual(2);
      expect(changesIn(order(new WalkTurns(new Chance(String(seed))), 30))).toBeGreaterThan(8);
    }
  });

  it('give each order of two statements of two actors, and only to who can go on', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) {
      const left = new Map([
        ['one', 2],
        ['two', 2],
      ]);
      const turns = turnsOf(String(seed), [...left.keys()], 4);
      const taken: string[] = [];
      while (left.size > 0) {
        const name = turns.next([...left.keys()], taken.length + 1);
        taken.push(name);
        if (left.get(name)! > 1) left.set(name, 1);
        else left.delete(name);
      }
      expect(taken.filter((name) => name === 'one')).toHaveLength(2);
      seen.add(taken.join());
    }
    expect(seen.size).toBe(6);
  });
});
