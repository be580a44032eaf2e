import { readThemeFile } from '@open-banking/pages';
import { defineService } from '@open-banking/service';
import { AccountsModule, CustomerResourcesModule, TransactionsModule } from '@open-banking/ais-pis-accounts';
import { AdjustmentsModule } from '@open-banking/ais-pis-ledger';
import {
  BookkeepingPortModule,
  ClearingModule,
  CreditTransfersModule,
  ReconciliationModule,
  RecoveryModule,
} from '@open-banking/ais-pis-clearing';
import { ClientLogosModule, ClientRemovalModule, RegistrationModule } from '@open-banking/ais-pis-registration';
import { ClockModule, clockOffset, DeveloperCustomersService, ScenariosModule } from '@open-banking/ais-pis-sandbox';
import { CollectionsModule } from '@open-banking/ais-pis-collections';
import { ConsentsModule, EntryNewsModule } from '@open-banking/ais-pis-consents';
import { CustomerAlertsModule } from '@open-banking/ais-pis-notifications';
import { CustomerModule } from '@open-banking/ais-pis-customer-pages';
import { DirectoryModule } from '@open-banking/ais-pis-directory';
import {
  HeldPaymentsModule,
  LookupsModule,
  MaintenanceModule,
  announcedMaintenance,
  LocalOperatorsService,
  OperatorsModule,
  PaymentRulesModule,
  ProposalsModule,
} from '@open-banking/ais-pis-operators';
import { IssuersModule, LocalTokenAuthorityService } from '@open-banking/ais-pis-issuers';
import { AccountsErasureService, ErasureModule, ErasuresModule } from '@open-banking/ais-pis-erasure';
import { ExecutionModule, readPaymentProducts, PaymentsModule } from '@open-banking/ais-pis-payments';
import { ReceiptLogService, ReceiptsModule } from '@open-banking/ais-pis-receipts';
import { settings } from './settings.js';

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
    sandboxData: () => import('@open-banking/ais-pis-core-data/load-format'),
    feed: async () => (await import('@open-banking/ais-pis-core-data/account-feed')).accountFeed,
    erasureSource: AccountsErasureService,
    sandboxDataOwners: DeveloperCustomersService,
    clockOffset: async (database) => (await database.row(clockOffset))!.offsetMs,
  },
);
