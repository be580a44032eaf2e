import { Injectable } from '@nestjs/common';
import {
  type ClearingPosting,
  type InstructedPayment,
  type InternalRequest,
  reconciliationContracts,
  ServesInternal,
  SettlementStatementRequest,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { type CamtStatement, camt053OfAccounts } from '@open-banking/statements';
import { amountFault, bankDayEnd, Money, Refusal } from '@open-banking/messages';
import { CalendarService } from '@open-banking/ais-pis-ledger';
import { PaymentProducts } from '@open-banking/ais-pis-payments';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { chargeEntry, listedEntry, strangeIds, withFaults, type SettlementEntry } from './settlement-entry.js';
import { settledInstructionsBefore, settledPostingsBefore } from './settlement-statement.statements.js';

/**
 * The sandbox's clearing states what it settled on a day, for each currency on an account of its own (camt.053). What it settles is what the bank
 * was answered: it keeps no books of its own, so faults are asked for.
 */
@Injectable()
export class SettlementStatementService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly calendar: CalendarService,
    private readonly reconciliation: ReconciliationService,
    private readonly products: PaymentProducts,
  ) {}

  @ServesInternal(reconciliationContracts.writeStatement)
  async write({ body }: InternalRequest<SettlementStatementRequest>): Promise<{ day: string; document: string }> {
    const { day = this.clock.today(), settle = [], ...faults } = body;
    if (day > this.clock.today())
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/day', text: `Must not be after the bank's day, ${this.clock.today()}.` }]);
    const unanswered = (await this.reconciliation.find(settle)).instructed;
    const entries = [...(await this.#settledOn(day)), ...unanswered.map((one) => debitOf(one, day))];
    const strange = [...strangeIds(entries, faults), ...settle.filter((id) => !unanswered.some(({ paymentId }) => paymentId === id))];
    if (strange.length > 0)
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/', text: `Clearing settles nothing on ${day} of ${strange.join(', ')}.` }]);
    const opening = await this.#balancesBefore(day);
    const byCurrency = Map.groupBy(withFaults(entries, faults), ({ amount }) => amount.currency);
    const currencies = [...new Set([...opening.keys(), ...byCurrency.keys()])].sort();
    if (currencies.length === 0) currencies.push('EUR');
    for (const currency of currencies) refuseMisfits(currency, faults);
    const statements = currencies.map((currency) =>
      this.#statement(day, opening.get(currency) ?? Money.zero(currency), byCurrency.get(currency) ?? [], faults),
    );
    return { day, document: (await camt053OfAccounts(statements)).toString() };
  }

  #statement(
    day: string,
    opening: Money,
    entries: readonly SettlementEntry[],
    { charge, closingOff }: SettlementStatementRequest,
  ): CamtStatement {
    const { currency } = opening;
    const charges = charge !== undefined && entries.length > 0 ? [Money.of(currency, charge)] : [];
    const moved = Money.sum(currency, [...entries.map(({ amount }) => amount), ...charges.map((one) => one.negated())]);
    const closing = opening.plus(moved).plus(Money.of(currency, closingOff ?? '0'));
    return {
      of: ['settlement', currency],
      // The end of the day: a day's statement has the same id whenever it is asked for.
      createdAt: bankDayEnd(day, this.clock.timeZone),
      timeZone: this.clock.timeZone,
      page: 1,
      isLast: true,
      from: day,
      to: day,
      account: { other: { identification: `SETTLEMENT-${currency}` }, currency },
      cashAccountType: 'CACC',
      ownerName: 'Settlement account at the clearing of the sandbox',
      balances: [
        { type: 'OPBD', amount: opening.toMessage(), date: day },
        { type: 'CLBD', amount: closing.toMessage(), date: day },
      ],
      lists: [
        {
          status: 'BOOK',
          entries: [...entries.map((entry, at) => listedEntry(entry, at, day)), ...charges.map((one) => chargeEntry(one, day))],
        },
      ],
    };
  }

  async #settledOn(day: string): Promise<SettlementEntry[]> {
    const entries: SettlementEntry[] = [];
    for (let after: string | undefined; ;) {
      const page = await this.reconciliation.instructed({ from: day, until: day, ...(after !== undefined && { after }) });
      entries.push(...page.instructed.filter((one) => isSettled(one) && one.settlementDate === day).map((one) => debitOf(one, day)));
      if (page.next === undefined) break;
      after = page.next;
    }
    for (let after: string | undefined; ;) {
      const page = await this.reconciliation.postings({ from: day, until: day, ...(after !== undefined && { after }) });
      entries.push(...page.postings.map(ownEntryOf));
      if (page.next === undefined) return entries;
      after = page.next;
    }
  }

  /** Adds up from the beginning: a sandbox is small. */
  async #balancesBefore(day: string): Promise<Map<string, Money>> {
    const balances = new Map<string, Money>();
    const add = (amount: Money): void =>
      void balances.set(amount.currency, (balances.get(amount.currency) ?? Money.zero(amount.currency)).plus(amount));
    for (const { product, currency, instructedOn, amount } of await this.database.rows(settledInstructionsBefore, day))
      if (this.calendar.settlementDay(this.products.daysOf(product), currency, instructedOn) < day)
        add(Money.of(currency, amount).negated());
    for (const { currency, amount } of await this.database.rows(settledPostingsBefore, day)) add(Money.of(currency, amount));
    return balances;
  }
}

const isSettled = ({ state, settledHere }: InstructedPayment): boolean => !settledHere && (state === 'ACCEPTED' || state === 'RETURNED');

const debitOf = ({ paymentId, instructionId, endToEndId, currency, amount }: InstructedPayment, day: string): SettlementEntry => ({
  subject: paymentId,
  instructionId,
  endToEndId,
  amount: Money.of(currency, amount).negated(),
  valueDate: day,
  code: 'PMNT-ICDT-ESCT',
});

const codes: Readonly<Record<string, string>> = {
  PAYMENT_RETURNED: 'PMNT-ICDT-RRTN',
  CREDIT_TRANSFER: 'PMNT-RCDT-ESCT',
  COLLECTION: 'PMNT-RDDT-ESDD',
  COLLECTION_REFUNDED: 'PMNT-RDDT-UPDD',
};

const ownEntryOf = ({ subject, kind, endToEndId, currency, amount, bookingDate, valueDate }: ClearingPosting): SettlementEntry => ({
  subject,
  endToEndId,
  amount: Money.of(currency, amount),
  valueDate: kind === 'CREDIT_TRANSFER' ? valueDate : bookingDate,
  code: codes[kind] ?? 'PMNT-MCOP-OTHR',
});

/** Planted amounts are in the currency of each statement that has them. */
function refuseMisfits(currency: string, { charge, closingOff }: SettlementStatementRequest): void {
  for (const [path, amount] of Object.entries({ charge, closingOff })) {
    const fault = amount === undefined ? undefined : amountFault({ currency, amount });
    if (fault !== undefined)
      throw new Refusal([{ code: 'FORMAT_ERROR', path: `/${path}`, text: `The amount does not fit its currency: ${fault}.` }]);
  }
}
