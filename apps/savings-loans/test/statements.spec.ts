import { explainsEveryStatement } from '@open-banking/testing';
import '../src/controllers.js';
import '../src/customer-resources/customer-resources.module.js';

explainsEveryStatement('savings-loans');
