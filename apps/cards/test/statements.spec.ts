import { explainsEveryStatement } from '@open-banking/sandbox/testing';
import '../src/controllers.js';
import '../src/customer-resources/customer-resources.module.js';

explainsEveryStatement('cards');
