import { BankLoginModule } from '@open-banking/issuer';
import { CustomerDirectoryService } from './customers.service.js';
import { DirectoryModule } from './directory.module.js';

/** The bank's OpenID provider, for the issuers and for the customer's own pages. */
export const CustomerLoginModule = BankLoginModule.knowing(CustomerDirectoryService, [DirectoryModule]);
