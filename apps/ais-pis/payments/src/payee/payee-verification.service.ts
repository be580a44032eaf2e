import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SigningKeys, type BackgroundWorker, type WorkerContext } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { BankClock, Database, purgeAll, type Transaction } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { issuerHomes } from '@open-banking/spec';
import { nameKey } from './name-words.js';
import { checkOf, notAnswered, notPossible, type CheckedPayee, type PayeeCheck } from './payee-check.js';
import { PayeePort, SimulatedPayeeScheme, type PayeeScheme } from './payee-scheme.js';
import { PayeeVerificationSettings } from './payee-verification.settings.js';
import {
  lockQuestions,
  noteQuestion,
  payeeNames,
  purgeCustomerQuestions,
  purgeQuestions,
  shownCheck,
  storeInitialCheck,
  storeShownCheck,
  type StoredCheck,
} from './payees.statements.js';

/** How long a check holds: as long as the approval of a payment usually takes. */
const heldMs = 30 * 60_000;

/** The creditor of a payment, as its client names it. Without an IBAN nothing can be asked. */
export interface Payee {
  readonly iban: string | undefined;
  readonly creditorName: string;
  readonly creditorAgent?: string | undefined;
}

/**
 * Who learns the result, and is bounded in how many names it may try. A customer has a count of its own: no client may use up what its
 * customers are told, and a client that is its own customer must not ask without bound.
 */
interface Asker {
  readonly kind: 'client' | 'customer';
  readonly id: string;
}

/** Checks whether the account of a creditor belongs to whom the payment names. */
@Injectable()
export class PayeeVerificationService implements BackgroundWorker {
  private readonly scheme: PayeeScheme | undefined;
  private context?: Pick<WorkerContext, 'report'>;
  private count?: (labels: Readonly<Record<string, string>>) => void;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    keys: SigningKeys,
    service: ServiceSettings,
    private readonly settings: PayeeVerificationSettings,
  ) {
    this.scheme = schemeOf(service, settings, keys);
  }

  startWork({ report, counter }: WorkerContext): Promise<void> {
    this.context = { report };
    this.count = counter({
      name: 'openbank_payee_checks_total',
      help: "Checks of creditors' names, by who was asked (own: this bank's accounts; scheme: other banks, bound: nobody, too much had been asked) and result.",
      labels: ['asked', 'result'],
    });
    return Promise.resolve();
  }

  /** The check that a client asked for. Never refuses: what cannot be checked is not possible. */
  check(clientId: string, payee: Payee): Promise<CheckedPayee> {
    return this.checkedFor({ kind: 'client', id: clientId }, payee);
  }

  async store(tx: Transaction, paymentId: string, { creditorNameMatch, matchedCreditorName, answered }: CheckedPayee): Promise<void> {
    await tx.rows(storeInitialCheck, paymentId, creditorNameMatch, matchedCreditorName ?? null, answered, this.clock.now());
  }

  /**
   * What a customer is shown of the creditor. The same for everybody who looks within half an hour, so that what is approved is what was shown.
   * Undefined: the payment goes to another bank, nobody can be asked, and the client has not wished for a check.
   */
  async shown(paymentId: string, psuId: string, payee: Payee): Promise<PayeeCheck | undefined> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - heldMs);
    const held = await this.database.row(shownCheck, paymentId, since);
    if (held) return withoutNulls(held);
    if (!this.scheme && !(payee.iban !== undefined && (await this.database.row(payeeNames, payee.iban)))) return this.lastShown(paymentId);
    const { creditorNameMatch, matchedCreditorName, answered } = await this.checkedFor({ kind: 'customer', id: psuId }, payee);
    await this.database.rows(storeShownCheck, paymentId, creditorNameMatch, matchedCreditorName ?? null, answered, now, since);
    return withoutNulls((await this.database.row(shownCheck, paymentId, since))!);
  }

  /** What was shown last of a payment that is approved: nothing is asked any more. */
  async lastShown(paymentId: string): Promise<PayeeCheck | undefined> {
    const last = await this.database.row(shownCheck, paymentId, null);
    return last && withoutNulls(last);
  }

  @RecurringWork('purge-payee-questions', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeQuestions);
    await purgeAll(this.database, purgeCustomerQuestions);
  }

  private async checkedFor(asker: Asker, payee: Payee): Promise<CheckedPayee> {
    const { iban } = payee;
    if (iban === undefined) return notPossible;
    const own = await this.database.row(payeeNames, iban);
    if (!own && !this.scheme) return notPossible;
    if (!(await this.mayAsk(asker, { ...payee, iban }))) {
      this.counted('bound', notPossible);
      return notAnswered;
    }
    if (own) return this.disclosed(asker, iban, 'own', own.isClosed ? notPossible : checkOf(payee.creditorName, own.names));
    return this.disclosed(asker, iban, 'scheme', await this.askScheme({ ...payee, iban }));
  }

  /** A close match discloses the real name, which counts as one more name that was asked. Without room for it nothing is disclosed. */
  private async disclosed(asker: Asker, iban: string, asked: 'own' | 'scheme', check: CheckedPayee): Promise<CheckedPayee> {
    const { matchedCreditorName: creditorName } = check;
    if (creditorName === undefined || (await this.mayAsk(asker, { iban, creditorName }))) return this.counted(asked, check);
    this.counted('bound', notPossible);
    return notAnswered;
  }

  /** Counts different names only: asking or disclosing the same again adds nothing. In turns, so that requests at once stay within the bounds. */
  private mayAsk({ kind, id }: Asker, { iban, creditorName }: Payee & { readonly iban: string }): Promise<boolean> {
    const { maxPayeeNames, maxPayeeChecks } = this.settings;
    const question = [id, digest(iban), digest(nameKey(creditorName))] as const;
    return this.database.transaction(async (tx) => {
      await tx.rows(lockQuestions, id);
      return (await tx.row(noteQuestion[kind], ...question, maxPayeeNames, maxPayeeChecks)) !== undefined;
    });
  }

  private async askScheme(payee: Payee & { readonly iban: string }): Promise<CheckedPayee> {
    try {
      return await this.scheme!.ask(payee);
    } catch (error) {
      this.context?.report({ event: 'the verification of a payee was not answered' }, error);
      return notAnswered;
    }
  }

  private counted(asked: 'own' | 'scheme' | 'bound', check: CheckedPayee): CheckedPayee {
    this.count?.({ asked, result: check.answered ? check.creditorNameMatch : 'not answered' });
    return check;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const withoutNulls = ({ creditorNameMatch, matchedCreditorName }: StoredCheck): PayeeCheck => ({
  creditorNameMatch,
  ...(matchedCreditorName !== null && { matchedCreditorName }),
});

/** Answers that nobody could check stop the start. */
function schemeOf(
  { sandbox, baseUrl }: ServiceSettings,
  { payeeVerificationUrl: url, payeeVerificationKeysFile: keysFile }: PayeeVerificationSettings,
  keys: SigningKeys,
): PayeeScheme | undefined {
  if (url === undefined) return sandbox ? new SimulatedPayeeScheme() : undefined;
  if (keysFile === undefined)
    throw new Error('PAYEE_VERIFICATION_KEYS_FILE is not set: answers of PAYEE_VERIFICATION_URL could not be checked');
  return new PayeePort(url, keysFile, keys, `${baseUrl}${issuerHomes.payments.path}`);
}
