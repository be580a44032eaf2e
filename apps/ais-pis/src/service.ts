import { readThemeFile } from '@open-banking/pages';
import { defineService } from '@open-banking/service';
import { AccountsModule } from '@open-banking/ais-pis-accounts';
import { LedgerModule } from '@open-banking/ais-pis-ledger';
import { ClearingModule } from '@open-banking/ais-pis-clearing';
import { RegistrationModule } from '@open-banking/ais-pis-registration';
import { SandboxModule, clockOffset, DeveloperCustomersService } from '@open-banking/ais-pis-sandbox';
import { CollectionsModule } from '@open-banking/ais-pis-collections';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { CustomerPagesModule } from '@open-banking/ais-pis-customer-pages';
import { DirectoryModule } from '@open-banking/ais-pis-directory';
import { OperatorsModule, announcedMaintenance, LocalOperatorsService } from '@open-banking/ais-pis-operators';
import { IssuersModule, LocalTokenAuthorityService } from '@open-banking/ais-pis-issuers';
import { AccountsErasureService, ErasureModule } from '@open-banking/ais-pis-erasure';
import { PaymentsModule, readPaymentProducts } from '@open-banking/ais-pis-payments';
import { ReceiptLogService, ReceiptsModule } from '@open-banking/ais-pis-receipts';
import { settings } from './settings.js';

/** The service ais-pis, for `run` and `serve`. */
export const aisPis = defineService(
  'ais-pis',
  [
    AccountsModule,
    ConsentsModule,
    PaymentsModule,
    ClearingModule,
    CollectionsModule,
    DirectoryModule,
    RegistrationModule,
    ErasureModule,
    IssuersModule,
    SandboxModule,
    CustomerPagesModule,
    NotificationsModule,
    OperatorsModule,
    LedgerModule,
    ReceiptsModule,
  ],
  {
    settings,
    fileReaders: { paymentProductsFile: readPaymentProducts, themeFile: readThemeFile },
    tokenAuthority: LocalTokenAuthorityService,
    operators: LocalOperatorsService,
    receiptStore: ReceiptLogService,
    announcedMaintenance: (database) => database.rows(announcedMaintenance, new Date()),
    sandboxData: async () => (await import('./tables.js')).tables,
    feed: async () => (await import('@open-banking/ais-pis-core-data/account-feed')).accountFeed,
    erasureSource: AccountsErasureService,
    sandboxDataOwners: DeveloperCustomersService,
    clockOffset: async (database) => (await database.row(clockOffset))!.offsetMs,
  },
);
