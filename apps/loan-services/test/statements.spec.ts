import { explainsEveryStatement } from '@open-banking/testing/database';
import '../src/controllers.js';

// The product table does not grow with customers.
explainsEveryStatement('loan-services', { readWhole: ['loan_product'] });
