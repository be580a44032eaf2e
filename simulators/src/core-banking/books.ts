import type pg from 'pg';
import { takeOverAccounts, type AccountSource } from './accounts.js';
import { bookBack, bookTransfer, lockAccounts, bookingRefusal, type LockedAccount } from './booking.js';
import { booksFaults, booksSchema } from './books-schema.js';
import { chargesOf, creditorIban, type Answer, type Instruction } from './instruction.js';

/** What the other banks do, by the IBAN of the creditor: refuse, or send the money back a second later. */
export interface OtherBanks {
  readonly refuse?: Readonly<Record<string, string>>;
  readonly sendBack?: Readonly<Record<string, string>>;
}

interface Row {
  readonly body: Instruction;
  readonly state: Answer['state'];
  readonly reason: string | null;
}

const returnAfterMs = 1_000;
const instructionAnswer = ({ body: { instructionId }, state, reason }: Row): Answer => ({
  instructionId,
  state,
  ...(reason !== null && { reason }),
});

/** The books of the reference core, in a PostgreSQL of its own. Each instruction takes effect once, whoever repeats it. */
export class Books {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly source: AccountSource,
    private readonly others: OtherBanks,
  ) {}

  static async open(pool: pg.Pool, source: AccountSource, others: OtherBanks): Promise<Books> {
    const books = new Books(pool, source, others);
    await books.transaction((client) => client.query(booksSchema));
    return books;
  }

  /** Takes over all accounts that are not known yet. */
  async takeOver(day: string): Promise<void> {
    const accounts = await this.source.read('all');
    await this.transaction((client) => takeOverAccounts(client, accounts, day));
  }

  /** Stores an instruction and decides it, after `delayMs` if that is not 0. The one of before where it is known; undefined where its id is another's. */
  async take(instruction: Instruction, delayMs: number): Promise<Answer | undefined> {
    await this.takeOverUnknown(instruction);
    return this.transaction(async (client) => {
      const { instructionId, kind, subject, instructedOn } = instruction;
      const inserted = await client.query(
        `insert into bookkeeping.instruction (instruction_id, kind, subject, instructed_on, body, decide_after)
         values ($1, $2, $3, $4, $5, now() + $6::integer * interval '1 millisecond') on conflict do nothing`,
        [instructionId, kind, subject, instructedOn, instruction, delayMs],
      );
      if (inserted.rowCount === 1 && delayMs === 0) await this.decide(client, instructionId);
      const { rows } = await client.query<Row & { same: boolean }>(
        'select body, state, reason, body = $2::jsonb as same from bookkeeping.instruction where instruction_id = $1',
        [instructionId, instruction],
      );
      return rows[0]!.same ? instructionAnswer(rows[0]!) : undefined;
    });
  }

  async look(instructionId: string): Promise<Answer | undefined> {
    const { rows } = await this.pool.query<Row>('select body, state, reason from bookkeeping.instruction where instruction_id = $1', [
      instructionId,
    ]);
    return rows[0] && instructionAnswer(rows[0]);
  }

  /** Decides what was put off, and books what comes back. `reports`: the bank gets the answers although it did not ask. */
  async work(reports: boolean): Promise<void> {
    await this.transaction(async (client) => {
      const due = await client.query<{ instructionId: string }>(
        `select instruction_id as "instructionId" from bookkeeping.instruction where state = 'pending' and decide_after <= now() order by 1 for update skip locked`,
      );
      for (const { instructionId } of due.rows) await this.decide(client, instructionId);
      if (reports && due.rows.length > 0) await queueReports(client, due.rows);
    });
    await this.transaction(async (client) => {
      const back = await client.query<{ instructionId: string; body: Instruction }>(
        `select instruction_id as "instructionId", body from bookkeeping.instruction where return_after <= now() order by 1 for update skip locked`,
      );
      for (const { instructionId, body } of back.rows) {
        await bookBack(client, body, 'returned', await latestDay(client));
        await client.query(
          `update bookkeeping.instruction set state = 'returned', reason = $2, return_after = null, tell_after = now() where instruction_id = $1`,
          [instructionId, this.others.sendBack![creditorIban(body)!]],
        );
      }
    });
  }

  /** The bank is told this answer although it did not ask. */
  async queueReport(instructionId: string): Promise<void> {
    await queueReports(this.pool, [{ instructionId }]);
  }

  /** Answers that the bank is to be told. */
  async dueReports(): Promise<readonly Answer[]> {
    const { rows } = await this.pool.query<Row>(
      `select body, state, reason from bookkeeping.instruction where tell_after <= now() and state <> 'pending' order by tell_after limit 100`,
    );
    return rows.map(instructionAnswer);
  }

  async markReported({ instructionId, state }: Answer): Promise<void> {
    await this.pool.query(`update bookkeeping.instruction set tell_after = null where instruction_id = $1 and state = $2`, [
      instructionId,
      state,
    ]);
  }

  /** What is wrong with the books: nothing. */
  async faults(): Promise<readonly string[]> {
    return (await this.pool.query<{ what: string }>(booksFaults)).rows.map(({ what }) => what);
  }

  private async decide(client: pg.ClientBase, instructionId: string): Promise<void> {
    const { rows } = await client.query<{ body: Instruction }>(
      `select body from bookkeeping.instruction where instruction_id = $1 and state = 'pending' for update`,
      [instructionId],
    );
    const [found] = rows;
    if (!found) return;
    const reason = await this.effect(client, found.body);
    const sentBack = reason === undefined && found.body.kind === 'payment' && this.others.sendBack?.[creditorIban(found.body) ?? ''];
    await client.query(
      `update bookkeeping.instruction set state = $2, reason = $3, return_after = case when $4 then now() + $5::integer * interval '1 millisecond' end
       where instruction_id = $1`,
      [instructionId, reason === undefined ? 'accepted' : 'rejected', reason ?? null, Boolean(sentBack), returnAfterMs],
    );
  }

  /** Books it; or returns why not, and then nothing is changed but that its hold has ended. */
  private async effect(client: pg.ClientBase, instruction: Instruction): Promise<string | undefined> {
    const { kind, subject } = instruction;
    const found = await lockAccounts(client, instruction);
    if (kind !== 'hold') await client.query('update bookkeeping.hold set ended = true where subject = $1', [subject]);
    if (kind === 'release') return undefined;
    if (kind === 'refund') {
      await bookBack(client, instruction, 'refund', await latestDay(client));
      return undefined;
    }
    const { available } = found.debtor ?? {};
    const refused = bookingRefusal(instruction, found, await covers(client, available, instruction.amount.amount, chargesOf(instruction)));
    return refused ?? (kind === 'hold' ? this.hold(client, instruction) : this.transfer(client, instruction, found.creditor));
  }

  private async hold(client: pg.ClientBase, { subject, accountId, amount }: Instruction): Promise<undefined> {
    await client.query('insert into bookkeeping.hold (subject, account_id, amount) values ($1, $2, $3)', [
      subject,
      accountId,
      amount.amount,
    ]);
  }

  /** To an account here, or to another bank unless that refuses. */
  private async transfer(
    client: pg.ClientBase,
    instruction: Instruction,
    creditor: LockedAccount | undefined,
  ): Promise<string | undefined> {
    const { kind, amount } = instruction;
    const elsewhere = kind === 'payment' && !creditor ? this.others.refuse?.[creditorIban(instruction) ?? ''] : undefined;
    if (elsewhere !== undefined) return elsewhere;
    const creditorId = creditor?.currency === amount.currency ? creditor.accountId : undefined;
    await bookTransfer(client, instruction, creditorId, await latestDay(client));
    return undefined;
  }

  /** The sandbox makes accounts of its own at any time. */
  private async takeOverUnknown(instruction: Instruction): Promise<void> {
    const iban = creditorIban(instruction);
    const [ids, ibans] = [[instruction.accountId], iban === undefined ? [] : [iban]];
    const { rowCount } = await this.pool.query('select from bookkeeping.account where account_id = any($1) or iban = any($2)', [
      ids,
      ibans,
    ]);
    if (rowCount === ids.length + ibans.length) return;
    const accounts = await this.source.read({ ids, ibans });
    await this.transaction((client) => takeOverAccounts(client, accounts, instruction.instructedOn));
  }

  private async transaction<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}

async function covers(client: pg.ClientBase, available: string | undefined, amount: string, charges = '0'): Promise<boolean> {
  if (available === undefined) return false;
  const { rows } = await client.query<{ covers: boolean }>('select $1::numeric >= $2::numeric + $3::numeric as covers', [
    available,
    amount,
    charges,
  ]);
  return rows[0]!.covers;
}

/** The day of the bank: the latest of any instruction. */
async function latestDay(client: pg.ClientBase): Promise<string> {
  return (await client.query<{ day: string }>('select max(instructed_on)::text as day from bookkeeping.instruction')).rows[0]!.day;
}

async function queueReports(client: Pick<pg.Pool, 'query'>, instructions: readonly { readonly instructionId: string }[]): Promise<void> {
  await client.query('update bookkeeping.instruction set tell_after = now() where instruction_id = any($1)', [
    instructions.map(({ instructionId }) => instructionId),
  ]);
}
