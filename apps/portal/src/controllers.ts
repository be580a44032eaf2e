import { CertificatesController } from './certificates/certificates.controller.js';
import { ReceiversController } from './receivers/receivers.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import { IncomingMoneyController } from './scenarios/incoming-money.controller.js';
import { SandboxCustomersController } from './scenarios/sandbox-customers.controller.js';
import { ScenariosController } from './scenarios/scenarios.controller.js';

/** The portal serves none of the specification's operations, but those of the sandbox, which have a document of their own. */
export const tags = [
  {
    name: 'Customers',
    description: 'Customers made for a developer, with data from a seed, a preset or the developer.',
    controllers: [SandboxCustomersController],
  },
  {
    name: 'Scenarios',
    description: 'What customers, other owners and other banks do, on demand.',
    controllers: [ScenariosController, IncomingMoneyController],
  },
  {
    name: 'Certificates',
    description: "Certificates of the sandbox's authority for the developer's clients.",
    controllers: [CertificatesController],
  },
  {
    name: 'Following',
    description: "What the developer's clients are sent and what became of their requests, for programs that fetch it again and again.",
    controllers: [ReceiversController, RequestsController],
  },
];
/** Descriptions of the path parameters. */
export const parameters = {
  accountId: 'Id (`resourceId`) of a current account of a customer made for this developer.',
  customerId: 'Id of a customer made for this developer.',
  clientId: 'Id of a client of this developer.',
  consentId: 'Id of a consent that a client of this developer has created.',
  paymentId: 'Id of a payment that a client of this developer has created.',
  resourceId: 'Id of a mandate that a client of this developer has created.',
};
export { settings } from './settings.js';
