import { AccountsController } from './accounts/accounts.controller.js';
import { ConsentsController } from './consents/consents.controller.js';
import { MetadataController } from './issuers/metadata.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import { paymentProducts } from './payments/scheme.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** What the OpenAPI document is read from: its tags, each with the controllers whose operations carry it. */
export const tags = [
  {
    name: 'Accounts',
    description: 'Current accounts of the customer, with balances and entries.',
    controllers: [AccountsController, TransactionsController],
  },
  { name: 'Consents', description: 'What a customer allows a client to read, and for how long.', controllers: [ConsentsController] },
  { name: 'Payments', description: 'Payments that a client prepares and a customer approves.', controllers: [PaymentsController] },
  {
    name: 'Authorization servers',
    description: 'Metadata of the issuers of tokens for consents and payments.',
    controllers: [MetadataController],
  },
];
/** What the parameters of the paths hold. */
export const parameters = {
  'account-id': 'The `resourceId` of a current account, from the list of accounts.',
  consentId: 'Id of a consent, from the answer that created it.',
  'payment-product': 'Payment product, such as `sepa-credit-transfers`; docs/payments.md lists them.',
  paymentId: 'Id of a payment, from the answer that created it.',
};
/** Path parameters that are one of a few. What is none of them is not misformed, but unknown. */
export const choices = { 'payment-product': paymentProducts };
export { settings } from './settings.js';
