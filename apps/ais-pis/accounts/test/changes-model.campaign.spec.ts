import fc from 'fast-check';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { atItsOwnTime, AccountHistory } from '@open-banking/ais-pis-testing/changes-model/account-history';
import {
  ChangesFollower,
  fullList,
  ReferenceFollower,
  type BookingStatus,
  type Follower,
} from '@open-banking/ais-pis-testing/changes-model/follower';
import { TestChanges } from '@open-banking/ais-pis-testing/changes-model/test-changes';

/**
 * 200 histories in `npm run campaign`, always the same; CHANGES_HISTORIES=100000 runs as many, each time others. A failure prints its seed, which
 * CHANGES_SEED repeats.
 */
const wanted = Number(process.env['CHANGES_HISTORIES'] ?? 200);
const seed = Number(process.env['CHANGES_SEED'] ?? ('CHANGES_HISTORIES' in process.env ? Date.now() % 1_000_000_000 : 1));
const sideBySide = 6;
const longestMs = 7_200_000;

type Step = (history: AccountHistory, followers: readonly Follower[]) => unknown;
const at = fc.nat({ max: 9 });
const every = (make: (...given: never[]) => Step, ...given: fc.Arbitrary<unknown>[]): fc.Arbitrary<Step> =>
  fc.tuple(...given).map((values) => make(...(values as never[])));
const onAccount = fc.oneof(
  every(() => (history) => history.reserve()),
  every((of: number, withFee: boolean) => (history) => history.bookReserved(of, withFee), at, fc.boolean()),
  every((withFee: boolean) => (history) => history.debit(withFee), fc.boolean()),
  every((of: number) => (history) => history.release(of), at),
  every((of: number) => (history) => history.returnPayment(of), at),
  every((of: number) => (history) => history.group(of), at),
  every((of: number, known: boolean, late: number) => (history) => history.fedEntry(of, known, late), at, fc.boolean(), fc.nat({ max: 3 })),
  every((of: number, isNew: boolean) => (history) => history.fedPendingEntry(of, isNew), at, fc.boolean()),
  every((of: number) => (history) => history.fedRemoval(of), at),
  every(() => (history) => history.loadPending()),
  every(() => (history) => history.nextDay()),
);
const follows = every(
  (of: number, lost: number | null) => (_, followers) => followers[of % followers.length]!.follow(lost ?? undefined),
  at,
  fc.option(fc.nat({ max: 3 })),
);
const steps = fc.array(fc.oneof({ arbitrary: onAccount, weight: 3 }, { arbitrary: follows, weight: 1 }), { maxLength: 14 });

describe('a client that reads only what has changed', () => {
  let bank: TestLedger;
  let changes: TestChanges;
  beforeAll(async () => {
    bank = await TestLedger.open();
    changes = await TestChanges.of(bank);
  });
  afterAll(() => bank.close());

  /** Each is a client with a consent of its own. */
  const followersOf = (history: AccountHistory, limit: number): { status: BookingStatus; follower: Follower }[] => [
    ...(['both', 'booked', 'pending'] as const).map((status) => ({
      status,
      follower: new ChangesFollower(changes.accountOf(history), status, false, limit),
    })),
    { status: 'both', follower: new ChangesFollower(changes.accountOf(history), 'both', true, limit) },
    ...(['both', 'booked'] as const).map((status) => ({
      status,
      follower: new ReferenceFollower(changes.accountOf(history), status, limit),
    })),
  ];

  /** Each history has one kind of client, or all of them. */
  const holds = (limit: number, kind: number, history: readonly Step[]): Promise<void> =>
    atItsOwnTime(async () => {
      const happening = await AccountHistory.begin(bank, changes.psuId);
      const account = changes.accountOf(happening);
      const all = followersOf(happening, limit);
      const [followers, one] = [all[kind] ? [all[kind]] : all, all.length];
      for (const step of history)
        await step(
          happening,
          followers.map(({ follower }) => follower),
        );
      for (const { status, follower } of followers) {
        await follower.follow(kind === one ? 1 : undefined);
        expect(new Map([...follower.shown].sort())).toEqual(new Map([...(await fullList(account, status))].sort()));
      }
    });

  it(
    `holds exactly the full list after each of ${wanted} histories, whatever was pending, booked, returned, late or lost`,
    async () => {
      const property = fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat({ max: 6 }), steps, holds);
      const runs = Math.ceil(wanted / sideBySide);
      await Promise.all(
        Array.from({ length: sideBySide }, (_, line) => fc.assert(property, { numRuns: runs, seed: seed + line, endOnFailure: true })),
      );
    },
    longestMs,
  );
});
