import { directoryInternal } from '@open-banking/spec';
import { clientLogosMessages } from './client-logos.contracts.js';
import { clientsMessages } from './clients.contracts.js';
import { contracts } from './contract.js';
import { customerAlertsMessages } from './customer-alerts.contracts.js';
import { erasuresMessages } from './erasures.contracts.js';
import { signInsMessages } from './sign-ins.contracts.js';

export const directoryContracts = contracts(directoryInternal, {
  ...clientsMessages,
  ...clientLogosMessages,
  ...customerAlertsMessages,
  ...erasuresMessages,
  ...signInsMessages,
});
