import { readThemeFile } from '@open-banking/pages';
import { defineService } from '@open-banking/service';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdjustmentsModule } from './adjustments/adjustments.module.js';
import { BookkeepingPortModule } from './bookkeeping-port/bookkeeping-port.module.js';
import { ClearingModule } from './clearing/clearing.module.js';
import { ClientLogosModule } from './client-logos/client-logos.module.js';
import { ClientRemovalModule } from './client-removal/client-removal.module.js';
import { ClockModule } from './clock/clock.module.js';
import { clockOffset } from './clock/clock.statements.js';
import { CollectionsModule } from './collections/collections.module.js';
import { ConsentsModule } from './consents/consents.module.js';
import { CreditTransfersModule } from './credit-transfers/credit-transfers.module.js';
import { CustomerResourcesModule } from './customer-resources/customer-resources.module.js';
import { CustomerAlertsModule } from './customer-alerts/customer-alerts.module.js';
import { CustomerModule } from './customer/customer.module.js';
import { DirectoryModule } from './directory/directory.module.js';
import { HeldPaymentsModule } from './held-payments/held-payments.module.js';
import { IssuersModule } from './issuers/issuers.module.js';
import { LocalTokenAuthorityService } from './issuers/token-authority.service.js';
import { LookupsModule } from './lookups/lookups.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { announcedMaintenance } from './maintenance/maintenance.statements.js';
import { LocalOperatorsService } from './operators/local-operators.service.js';
import { OperatorsModule } from './operators/operators.module.js';
import { AccountsErasureService } from './erasure/accounts-erasure.service.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { EntryNewsModule } from './entry-news/entry-news.module.js';
import { ExecutionModule } from './payments/execution/execution.module.js';
import { PaymentRulesModule } from './payment-rules/payment-rules.module.js';
import { readPaymentProducts } from './payments/payment-products.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ProposalsModule } from './proposals/proposals.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { RecoveryModule } from './recovery/recovery.module.js';
import { ReceiptLogService } from './receipts/receipt-log.service.js';
import { ReceiptsModule } from './receipts/receipts.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { DeveloperCustomersService } from './scenarios/developer-customers.service.js';
import { ScenariosModule } from './scenarios/scenarios.module.js';
import { settings } from './settings.js';
import { TransactionsModule } from './transactions/transactions.module.js';

/** The service ais-pis, for `run` and `serve`. */
export const aisPis = defineService(
  'ais-pis',
  [
    AccountsModule,
    TransactionsModule,
    ConsentsModule,
    EntryNewsModule,
    PaymentsModule,
    ExecutionModule,
    ClearingModule,
    BookkeepingPortModule,
    CollectionsModule,
    CustomerResourcesModule,
    DirectoryModule,
    ClientRemovalModule,
    ErasureModule,
    ErasuresModule,
    IssuersModule,
    RegistrationModule,
    ClientLogosModule,
    ClockModule,
    CustomerModule,
    CustomerAlertsModule,
    OperatorsModule,
    AdjustmentsModule,
    CreditTransfersModule,
    ReconciliationModule,
    RecoveryModule,
    MaintenanceModule,
    ReceiptsModule,
    LookupsModule,
    ProposalsModule,
    HeldPaymentsModule,
    PaymentRulesModule,
    ScenariosModule,
  ],
  {
    settings,
    fileReaders: { paymentProductsFile: readPaymentProducts, themeFile: readThemeFile },
    tokenAuthority: LocalTokenAuthorityService,
    operators: LocalOperatorsService,
    receiptStore: ReceiptLogService,
    announcedMaintenance: (database) => database.rows(announcedMaintenance, new Date()),
    sandboxData: () => import('./load-format.js'),
    feed: async () => (await import('./feed/account-feed.js')).accountFeed,
    erasureSource: AccountsErasureService,
    sandboxDataOwners: DeveloperCustomersService,
    clockOffset: async (database) => (await database.row(clockOffset))!.offsetMs,
  },
);
