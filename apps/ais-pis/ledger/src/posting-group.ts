import { Decimal, type Money } from '@open-banking/messages';
import { isOfAccount, postingRefusal, totalOf, type AccountLeg, type Leg, type LedgerRefusal, type LockedAccount } from './posting.js';

export interface RefusedPosting {
  readonly refused: LedgerRefusal;
  readonly accountId: string;
}

/** The part of a posting that decides whether it is allowed. */
export interface PostingToDecide {
  readonly subject: string;
  readonly legs: readonly Leg[];
  /** Releases the subject's reservation and pays with it. */
  readonly releasesReservation?: boolean;
}

interface Reserved {
  readonly accountId: string;
  readonly amount: Decimal;
}
type Account = Omit<LockedAccount, 'reservedForSubject'>;

/**
 * The funds of the accounts of a group while they are locked. What is posted or reserved changes what the next posting of the group
 * finds, so a group decides as its postings would one after the other.
 */
export class GroupFunds {
  readonly #accounts: Map<string, Account>;
  readonly #reserved: Map<string, Reserved>;

  constructor(accounts: ReadonlyMap<string, Account>, reserved: ReadonlyMap<string, Reserved>) {
    this.#accounts = new Map(accounts);
    this.#reserved = new Map(reserved);
  }

  copy(): GroupFunds {
    return new GroupFunds(this.#accounts, this.#reserved);
  }

  /** Takes the posting into account, or returns which account refuses it; then nothing is changed. */
  post({ subject, legs, releasesReservation = false }: PostingToDecide): RefusedPosting | undefined {
    const entries = legs.filter(isOfAccount);
    const reserved = releasesReservation ? this.#reserved.get(subject) : undefined;
    const changes = [...Map.groupBy(entries, ({ accountId }) => accountId)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([accountId, ofAccount]) => this.#change(accountId, ofAccount, reserved?.accountId === accountId ? reserved.amount : undefined));
    const refused = changes.find((change) => change.refused !== undefined);
    if (refused) return { refused: refused.refused!, accountId: refused.account.accountId };
    for (const { account, available } of changes) this.#accounts.set(account.accountId, { ...account, available: available.toFixed() });
    if (reserved) this.#reserved.delete(subject);
    return undefined;
  }

  /** Reserves a positive amount, or returns why the account refuses; then nothing is changed. */
  reserve(accountId: string, amount: Money): RefusedPosting | undefined {
    const account = this.#account(accountId);
    const refused = postingRefusal({ ...account, reservedForSubject: '0' }, amount.negated(), { returnsFunds: false });
    if (refused) return { refused, accountId };
    this.#accounts.set(accountId, { ...account, available: new Decimal(account.available).minus(amount.decimal).toFixed() });
    return undefined;
  }

  /** Releases the subject's reservation, if it has one. */
  release(subject: string): void {
    const reserved = this.#reserved.get(subject);
    if (!reserved) return;
    const { accountId, amount } = reserved;
    const account = this.#account(accountId);
    this.#accounts.set(accountId, { ...account, available: new Decimal(account.available).plus(amount).toFixed() });
    this.#reserved.delete(subject);
  }

  #change(accountId: string, entries: readonly AccountLeg[], reserved = new Decimal(0)) {
    const account = this.#account(accountId);
    const other = entries.find(({ amount: { currency } }) => currency !== account.currency);
    if (other) throw new Error(`A posting books ${other.amount.currency} on an account in ${account.currency}`);
    const change = totalOf(account.currency, entries);
    return {
      account,
      refused: postingRefusal({ ...account, reservedForSubject: reserved.toFixed() }, change, { returnsFunds: false }),
      available: new Decimal(account.available).plus(reserved).plus(change.decimal),
    };
  }

  #account(accountId: string): Account {
    const account = this.#accounts.get(accountId);
    if (!account) throw new Error('A posting names an account that does not exist');
    return account;
  }
}
