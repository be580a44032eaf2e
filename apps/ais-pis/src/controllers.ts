import { AccountsController, TransactionsController } from '@open-banking/ais-pis-accounts';
import { ConsentsController } from '@open-banking/ais-pis-consents';
import { MetadataController } from '@open-banking/ais-pis-issuers';
import { PaymentsController, paymentProducts } from '@open-banking/ais-pis-payments';

/** The tags of the OpenAPI document, each with the controllers whose operations carry it. */
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
/** Descriptions of the path parameters. */
export const parameters = {
  'account-id': 'The `resourceId` of a current account, from the list of accounts.',
  consentId: 'Id of a consent, from the response that created it.',
  'payment-product': 'Payment product, such as `sepa-credit-transfers`.',
  paymentId: 'Id of a payment, from the response that created it.',
};
/** Path parameters with a fixed set of values. Any other value is unknown (404), not malformed. */
export const choices = { 'payment-product': paymentProducts };
export { settings } from './settings.js';
