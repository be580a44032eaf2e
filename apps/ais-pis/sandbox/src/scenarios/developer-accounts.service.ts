import { Injectable } from '@nestjs/common';
import { CreditTransfersService } from '@open-banking/ais-pis-clearing';
import { developerHash } from '@open-banking/ais-pis-directory';
import { PaymentProducts } from '@open-banking/ais-pis-payments';
import {
  type CreditTransferState,
  type InternalRequest,
  OtherBanksTransfer,
  scenariosContracts,
  ServesInternal,
} from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { scenariosInternal } from '@open-banking/spec';
import { accountOfDevelopersCustomer, balancesOfDeveloper, type AccountBalance } from './scenarios.statements.js';

/** Accounts of a developer's own customers: their balances, and transfers from other banks to them. Sandbox only. */
@Injectable()
export class DeveloperAccountsService {
  constructor(
    private readonly database: Database,
    private readonly transfers: CreditTransfersService,
    private readonly products: PaymentProducts,
  ) {}

  /** Once per transfer id. Another developer's account, and one that its customer had before a reset, is as unknown as any other. */
  @ServesInternal(scenariosContracts.receiveAsOtherBank)
  async receive({ params, body }: InternalRequest<OtherBanksTransfer>): Promise<CreditTransferState> {
    const { developerId = '', accountId = '' } = params;
    const account = await this.database.row(accountOfDevelopersCustomer, developerHash(developerId), accountId);
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    const { iban } = account;
    const { transferId, amount, ...facts } = body;
    const transfer = { ...facts, amount, creditorAccount: { iban }, product: this.productIn(amount.currency) };
    return this.transfers.take(transferId, transfer, { operation: scenariosInternal.receiveAsOtherBank.id });
  }

  @ServesInternal(scenariosContracts.listDevelopersBalances)
  async balances({ params }: InternalRequest): Promise<{ balances: AccountBalance[] }> {
    return { balances: await this.database.rows(balancesOfDeveloper, developerHash(params['developerId']!)) };
  }

  /** The slowest product of the currency: the first that is not instant. */
  private productIn(currency: string): string {
    const { offered, instant } = this.products;
    const of = offered.filter((product) => this.products.schemeOf(product)?.currencies?.includes(currency) ?? true);
    return of.find((product) => !instant.includes(product)) ?? of[0] ?? offered[0]!;
  }
}
