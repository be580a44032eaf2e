import { isFinal, type StateMachine, type StatusBefore } from '../src/index.js';

const transitions = { asked: ['open', 'refused'], open: ['closed', 'refused'], closed: [], refused: [] } as const;
type Door = StateMachine<typeof transitions, [reason?: string]>;

/** A type error where the two are not the same type. */
const isSame = <One, Other>(same: [One] extends [Other] ? ([Other] extends [One] ? true : false) : false): boolean => same;

describe('a state machine', () => {
  it('has final statuses: those that none may follow', () => {
    expect((['asked', 'open', 'closed', 'refused'] as const).map((status) => isFinal(transitions, status))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('may be moved to a status only from those before it, and to one of several only from those before each', () => {
    expect(isSame<StatusBefore<typeof transitions, 'refused'>, 'asked' | 'open'>(true)).toBe(true);
    expect(isSame<StatusBefore<typeof transitions, 'closed' | 'refused'>, 'open'>(true)).toBe(true);
    expect(isSame<StatusBefore<typeof transitions, 'asked'>, never>(true)).toBe(true);
  });

  it('takes no other transition: it does not compile', async () => {
    const moved: unknown[] = [];
    const door: Door = { move: (_tx, id, from, to, reason) => Promise.resolve(moved.push([id, from, to, reason]) > 0) };
    const tx = undefined as never;
    expect(await door.move(tx, 'one', 'open', 'refused', 'late')).toBe(true);
    const status = 'asked' as 'asked' | 'open';
    await door.move(tx, 'two', status, 'refused');
    // @ts-expect-error Nothing follows a final status.
    await door.move(tx, 'three', 'closed', 'open');
    // @ts-expect-error From one of the two only.
    await door.move(tx, 'four', status, 'closed');
    expect(moved).toHaveLength(4);
  });
});
