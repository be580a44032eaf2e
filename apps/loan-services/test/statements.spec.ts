import { explainsEveryStatement } from '@open-banking/testing';
import '../src/controllers.js';

// The product table does not grow with customers.
explainsEveryStatement('loan-services', { readWhole: ['loan_product'] });
