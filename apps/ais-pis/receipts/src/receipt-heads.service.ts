import { Injectable } from '@nestjs/common';
import { consistencyProof, rootOf } from '@open-banking/receipts';
import { SigningKeys } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { BankClock, Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { signedHead } from './receipt-head.js';
import { nodesOf, subtreesIn } from './receipt-tree.js';
import { headsOfDay, insertHead, lastHead, lastHeads, readDay, unsignedDays, type DayRow, type HeadRow } from './receipts.statements.js';

const dayMs = 86_400_000;

/** Signs what the log says of each day, with the keys of notifications. */
@Injectable()
export class ReceiptHeadsService {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly clock: BankClock,
    private readonly settings: ServiceSettings,
  ) {}

  /** Every minute, where there is something new, and once more after a day's last receipts. */
  @RecurringWork('sign-receipt-heads', { everyMs: 60_000 })
  async signNew(): Promise<void> {
    const since = this.clock.dayOf(new Date(Date.now() - 2 * dayMs));
    for (const day of await this.database.rows(unsignedDays, since)) await this.sign(day);
  }

  /** A head of all that a day has now, signed with a key that is published. Undefined: the day has no receipts. */
  async current(day: string): Promise<HeadRow | undefined> {
    const now = await this.database.row(readDay, day);
    if (!now || now.size === 0) return undefined;
    const last = await this.database.row(lastHead, day);
    const { kid } = await this.keys.current();
    return last?.size === now.size && last.kid === kid ? last : this.sign(now);
  }

  /** The heads of a day after one of a size, or without a day the last head of each of the last 31 days. */
  async list(day: string | undefined, after: number): Promise<readonly HeadRow[]> {
    return day === undefined
      ? this.database.rows(lastHeads, this.clock.dayOf(new Date(Date.now() - 30 * dayMs)))
      : this.database.rows(headsOfDay, day, after);
  }

  /** That the log of a day only grew between two sizes. */
  async consistency(day: string, first: number, second: number): Promise<string[]> {
    const now = await this.database.row(readDay, day);
    if (!now) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'day', text: 'The bank has no log of receipts of this day.' }]);
    if (second > now.size)
      throw new Refusal([{ code: 'FORMAT_ERROR', path: 'to', text: `Must be ${now.size} at most: the size of the day's log.` }]);
    if (first > second) throw new Refusal([{ code: 'FORMAT_ERROR', path: 'from', text: 'Must not be larger than to.' }]);
    return (await consistencyProof(nodesOf(this.database, day), first, second)).map((hash) => hash.toString('base64url'));
  }

  private async sign(now: DayRow): Promise<HeadRow> {
    const { day, size } = now;
    const { kid, key } = await this.keys.current();
    const root = rootOf(subtreesIn(now)).toString('base64url');
    const iat = Math.floor(Date.now() / 1_000);
    const jws = signedHead({ iss: this.settings.baseUrl, day, size, root, iat }, kid, key);
    await this.database.rows(insertHead, day, size, kid, jws);
    return { day, size, kid, jws };
  }
}
