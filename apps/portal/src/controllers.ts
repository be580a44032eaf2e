import { CertificatesController } from './certificates/certificates.controller.js';
import { SandboxCustomersController } from './scenarios/sandbox-customers.controller.js';
import { ScenariosController } from './scenarios/scenarios.controller.js';

/** The portal serves none of the specification's operations, but those of the sandbox, which have a document of their own. */
export const tags = [
  { name: 'Customers', description: 'Customers made for a developer, with data from a seed.', controllers: [SandboxCustomersController] },
  { name: 'Scenarios', description: 'What customers, other owners and other banks do, on demand.', controllers: [ScenariosController] },
  {
    name: 'Certificates',
    description: "Certificates of the sandbox's authority for the developer's clients.",
    controllers: [CertificatesController],
  },
];
/** Descriptions of the path parameters. */
export const parameters = {
  customerId: 'Id of a customer made for this developer.',
  clientId: 'Id of a client of this developer.',
  consentId: 'Id of a consent that a client of this developer has created.',
  paymentId: 'Id of a payment that a client of this developer has created.',
  resourceId: 'Id of a mandate that a client of this developer has created.',
};
export { settings } from './settings.js';
