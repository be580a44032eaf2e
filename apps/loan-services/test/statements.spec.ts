import { tableTarget } from '@open-banking/feed';
import { explainsEveryStatement } from '@open-banking/testing/database';
import { tables } from '../src/tables.js';
import '../src/controllers.js';
import '../src/erasure/erasure.js';

// The product table does not grow with customers.

// What takes a feed declares its statements when it is made.
tableTarget(tables);

explainsEveryStatement('loan-services', { readWhole: ['loan_product'] });
