import { explainsEveryStatement } from '@open-banking/testing/database';
import '../src/controllers.js';
import '../src/customer-resources/customer-resources.module.js';

explainsEveryStatement('savings-loans');
