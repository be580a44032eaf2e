import { issuerSettings } from '@open-banking/issuer';
import { commandSettings, jobSettings } from '@open-banking/commands';
import { registerSettings } from './authorisation-register/register.settings.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { ConsentsController } from './consents/consents.controller.js';
import { MetadataController } from './issuers/metadata.controller.js';
import { executionSettings } from './payments/execution/execution.settings.js';
import { PaymentsController } from './payments/payments.controller.js';
import { paymentProducts } from './payments/scheme.js';
import { recoverySettings } from './recovery/recovery.settings.js';
import { settings as own } from './settings.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** What the generated documents are read from. */
export const controllers = [AccountsController, TransactionsController, ConsentsController, PaymentsController, MetadataController];
/** Path parameters that are one of a few. What is none of them is not misformed, but unknown. */
export const choices = { 'payment-product': paymentProducts };
export const settings = {
  ...own,
  ...executionSettings,
  ...recoverySettings,
  ...registerSettings,
  ...issuerSettings,
  ...jobSettings,
  ...commandSettings,
};
