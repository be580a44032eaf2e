import { explainsEveryStatement } from '@open-banking/testing/database';
import '../src/collections/collections.module.js';
import '../src/controllers.js';
import '../src/customer/customer.module.js';
import '../src/erasure/erasure.js';
import '../src/issuers/issuers.module.js';
import '../src/issuers/token-authority.service.js';

explainsEveryStatement('mandates', { others: ['sandbox.holders', 'sandbox.release'] });
