import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import type { Fault } from '@open-banking/messages';
import { ExecutionSettings } from './execution/execution.settings.js';
import { isOfBank } from './execution/execution.js';
import { creditorIban } from './payee/creditor.js';
import { PaymentProducts } from './payment-products.js';
import type { PaymentRequest } from './payments.messages.js';
import { accountByIban } from './payments.statements.js';
import { schemeFaults } from './scheme/scheme-rules.js';

/** Checks new payments against the rules of the scheme that would carry them to another bank. */
@Injectable()
export class SchemeCheckService {
  constructor(
    private readonly database: Database,
    private readonly settings: ExecutionSettings,
    private readonly products: PaymentProducts,
  ) {}

  /** The faults of a well-formed payment, see `schemeFaults`. A payment to an account of this bank meets no scheme and has none. */
  async faults(product: string, request: PaymentRequest): Promise<Fault[]> {
    const faults = schemeFaults(request, this.products.schemeOfPayment(product), product);
    return faults.length > 0 && (await this.isAtThisBank(creditorIban(request.creditorAccount))) ? [] : faults;
  }

  /** By its bank code first: then a refusal says nothing about which accounts exist. */
  private async isAtThisBank(iban: string | undefined): Promise<boolean> {
    if (iban === undefined) return false;
    return isOfBank(iban, this.settings.bankCodes) || (await this.database.row(accountByIban, iban)) !== undefined;
  }
}
