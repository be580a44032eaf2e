import { randomUUID } from 'node:crypto';
import { JobsService, NotificationsService } from '@open-banking/commands';
import {
  BookingOutboxService,
  CoreBankingSettings,
  PostingGroupsService,
  businessDaysAfter,
  type CurrentCalendar,
} from '@open-banking/ais-pis-ledger';
import {
  ScreeningService,
  ExecutionCheckSettings,
  ClearingService,
  ClosedDaysService,
  ExecutionService,
  HeldFundsService,
  PaymentGroupsService,
  PaymentStateMachine,
  PaymentProducts,
} from '@open-banking/ais-pis-payments';
import { calendar, everyDay } from './a-calendar.js';
import type { TestLedger } from './a-ledger.js';

export interface PaymentOptions {
  readonly from: string;
  readonly to?: object;
  readonly amount?: string;
  readonly currency?: string;
  readonly fee?: string;
  readonly product?: string;
  /** Days from now: the requested day, and the day of execution. */
  readonly requestedInDays?: number;
  readonly executableInDays?: number;
  readonly extraFields?: object;
}

/** No client is notified of these payments. */
const noClients = { find: () => Promise.resolve(undefined) };

/** Payments over a test's own ledger, approved as the approval page does. */
export class TestPayments {
  readonly stateMachine: PaymentStateMachine;
  readonly clearing: ClearingService;
  readonly held: HeldFundsService;
  readonly groups: PaymentGroupsService;
  readonly execution: ExecutionService;
  /** The customer who owns the accounts that have no owner, and approves their payments. */
  readonly owner = '77777777-0000-4000-8000-000000000001';
  readonly #client = `client-${randomUUID()}`;
  #known = false;

  /** `calendars`: by which days are closed; by default none is. */
  constructor(
    private readonly bank: TestLedger,
    calendars: CurrentCalendar = { current: () => Promise.resolve(everyDay) },
  ) {
    const { database, clock, ledger } = bank;
    this.stateMachine = new PaymentStateMachine(clock, new NotificationsService(new JobsService(() => undefined), noClients));
    const products = new PaymentProducts();
    const outbox = new BookingOutboxService(clock, { ledger: 'own' }, new CoreBankingSettings());
    this.clearing = new ClearingService(
      database,
      clock,
      ledger,
      this.stateMachine,
      {
        businessDaysAfter: (count, currency, day) => businessDaysAfter(count, day, (one) => calendar.isBusinessDay(currency, one)),
      },
      { ledger: 'own' },
      outbox,
      products,
    );
    this.held = new HeldFundsService(outbox, ledger, this.stateMachine);
    this.groups = new PaymentGroupsService(
      clock,
      new PostingGroupsService(clock),
      this.stateMachine,
      this.clearing,
      new ScreeningService(clock, new JobsService(() => undefined), new ExecutionCheckSettings(), products),
      {
        bankCodes: ['IL097'],
      },
      { ledger: 'own' },
      this.held,
      new ClosedDaysService(clock, calendars, products),
      products,
    );
    this.execution = new ExecutionService(database, clock, this.groups);
  }

  day(days: number): string {
    return this.bank.clock.dayOf(new Date(this.bank.clock.now().getTime() + days * 86_400_000));
  }

  /** Creates an approved payment that is not executed. */
  async approved({
    from,
    to = { iban: 'DE89370400440532013000' },
    amount = '12.50',
    currency = 'EUR',
    fee = '0',
    product = 'sepa-credit-transfers',
    requestedInDays,
    executableInDays = requestedInDays ?? 0,
    extraFields = {},
  }: PaymentOptions): Promise<string> {
    const id = randomUUID();
    if (!this.#known)
      await this.bank.owner.query(
        `insert into client (client_id, name, secret_hash, auth_method, roles, redirect_uris, created_at) values ($1, 'Test', 'none', 'client_secret_basic', '{PSP_PI}', '{http://127.0.0.1/back}', now()) on conflict do nothing`,
        [this.#client],
      );
    this.#known = true;
    const request = {
      instructedAmount: { currency, amount },
      creditorAccount: to,
      creditorName: 'Bookshop',
      endToEndIdentification: 'E2E-1',
      ...extraFields,
    };
    await this.bank.owner.query(
      `
      insert into payment (payment_id, client_id, payment_product, request, currency, amount, requested_execution_date, transaction_status, created_at, status_changed_at, approve_by, debtor_account_id, fee, execution_date)
      values ($1, $2, $3, $4, $5, $6, $7, 'RCVD', now(), now(), now() + interval '30 min', $8, $9, $10)`,
      [
        id,
        this.#client,
        product,
        JSON.stringify(request),
        currency,
        amount,
        requestedInDays === undefined ? null : this.day(requestedInDays),
        from,
        fee,
        this.day(executableInDays),
      ],
    );
    await this.approve(id, from);
    await this.bank.database.transaction((tx) => this.stateMachine.move(tx, id, 'RCVD', 'ACTC'));
    return id;
  }

  /** The approval of all owners of the account; one without an owner gets `owner`. */
  private async approve(paymentId: string, accountId: string): Promise<void> {
    await this.bank.owner.query(
      `with owner as (
         insert into psu (psu_id, login, password_hash, name) values ($3, 'owner of payments', 'none', 'Owner') on conflict do nothing
       ), held as (
         insert into holder (psu_id, resource_id, rule)
         select $3::uuid, $2::uuid, 'any' where not exists (select from holder where resource_id = $2::uuid)
         returning psu_id
       )
       insert into payment_approval (payment_id, psu_id, approved_at)
       select $1::uuid, psu_id, now() from (select psu_id from held union select psu_id from holder where resource_id = $2::uuid) approvers`,
      [paymentId, accountId, this.owner],
    );
  }

  async executed(given: PaymentOptions): Promise<string> {
    const id = await this.approved(given);
    await this.execute(id);
    return id;
  }

  /** Executes payments as their jobs do when they are due together. Throws the first error. */
  async execute(...paymentIds: readonly string[]): Promise<void> {
    const outcomes = await this.execution.executeAll(paymentIds.map((paymentId) => ({ paymentId })));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** The statuses that a payment has had, with reasons. */
  async statusHistory(paymentId: string): Promise<string> {
    const { rows } = await this.bank.owner.query<{ story: string }>(
      `select string_agg(to_status || coalesce(' ' || reason, ''), ' ' order by change_number) as story from payment_status_change where payment_id = $1`,
      [paymentId],
    );
    return rows[0]!.story;
  }

  async instruction(
    paymentId: string,
  ): Promise<{ instruction_id: string; state: string; amount: string; message: Record<string, unknown> } | undefined> {
    return (
      await this.bank.owner.query('select instruction_id, state, amount::text, message from clearing_instruction where payment_id = $1', [
        paymentId,
      ])
    ).rows[0];
  }
}
