import { statement, type Statement } from '@open-banking/database';

/** A message that leads its address to a code. The code is stored sealed until the message is sent, or never will be. */
export interface QueuedMail {
  readonly codeHash: Buffer;
  readonly email: string;
  readonly sealedCode: Buffer;
  readonly hasAccount: boolean;
}

/** The messages that wait in the rows of one table. */
export interface MailQueue {
  /** The thing that a message is about, such as "sign-up". */
  readonly subject: string;
  /**
   * Messages that are due, a few, and not again before this try is over: it is given up after three seconds. The first repetition comes
   * after 10 s, each later one after twice as long, and 20 minutes at most.
   */
  readonly take: Statement<QueuedMail, [now: Date]>;
  /** It is sent, or never will be. */
  readonly settle: Statement<never, [codeHash: Buffer]>;
}

const mailQueue = (table: 'sign_up' | 'password_reset', subject: string, name: string): MailQueue => ({
  subject,
  take: statement(
    `portal.take-${name}-mails`,
    /* sql */ `
  update ${table} s set tries = tries + 1, send_at = $1::timestamptz + least(5 * 2 ^ least(tries, 10), 1200) * interval '1 s'
  where code_hash in (
    select code_hash from ${table} where send_at <= $1 and expires_at > $1 order by send_at limit 20 for update skip locked
  )
  returning code_hash as "codeHash", email, sealed_code as "sealedCode",
    coalesce((select true from developer d where d.email = s.email), false) as "hasAccount"
`,
  ),
  settle: statement(`portal.settle-${name}-mail`, `update ${table} set send_at = null, sealed_code = null where code_hash = $1`),
});

export const signUpMails = mailQueue('sign_up', 'sign-up', 'sign-up');
export const passwordResetMails = mailQueue('password_reset', 'password reset', 'password-reset');
