import { Injectable } from '@nestjs/common';
import type { CollectionToBook } from '@open-banking/contracts';
import type { Transaction } from '@open-banking/database';
import { blockedAmongReceivers, ExecutionSettings } from '@open-banking/ais-pis-payments';
import type { BookingReturn } from './collections.messages.js';
import { debtorOfCollection, creditorsAtThisBank, type CreditorRow, type DebtorRow } from './collections.statements.js';
import { isNumberOfBank, possibleIbans } from './creditor-account.js';

/** The accounts of a collection: the debtor's, and the creditor's if it is at this bank; or why the collection is returned. */
export type Checked = { readonly debtor: DebtorRow; readonly creditor: CreditorRow | undefined } | { readonly reason: BookingReturn };

/** What stands between a collection and the money besides the funds: the checks of payments, whichever ledger keeps the books. */
@Injectable()
export class CollectionChecksService {
  constructor(private readonly settings: ExecutionSettings) {}

  async check(tx: Transaction, request: CollectionToBook): Promise<Checked> {
    const { accountId, approvers, amount } = request;
    const debtor = await tx.row(debtorOfCollection, accountId, approvers ?? null);
    if (!debtor) return { reason: 'AC01' };
    if (debtor.currency !== amount.currency) return { reason: 'AM03' };
    // An approval counts only while the customer owns the account: nobody who does has allowed this collection.
    if (!debtor.isApprovedByOwners) return { reason: 'MD01' };
    const [creditor] = await tx.rows(creditorsAtThisBank, possibleIbans(request.creditorAccount));
    // MS03: the reason for which a creditor is blocked stays with the bank, as the creditor's bank would learn it.
    const reason =
      this.refused(request, debtor, creditor) ?? ((await blockedAmongReceivers(tx, [request]))(request) === undefined ? undefined : 'MS03');
    return reason === undefined ? { debtor, creditor } : { reason };
  }

  private refused(
    { amount, creditorAccount }: CollectionToBook,
    debtor: DebtorRow,
    creditor: CreditorRow | undefined,
  ): BookingReturn | undefined {
    if (!creditor) return isNumberOfBank(creditorAccount, this.settings.bankCodes) ? 'AC01' : undefined;
    if (creditor.accountId === debtor.accountId) return 'AG01';
    return creditor.currency === amount.currency ? undefined : 'AM03';
  }
}
