import { tableTarget } from '@open-banking/feed';
import { explainsEveryStatement } from '@open-banking/testing/database';
import { tables } from '../src/tables.js';
import '../src/controllers.js';
import '../src/erasure/erasure.js';
import '../src/customer-resources/customer-resources.module.js';

// What takes a feed declares its statements when it is made.
tableTarget(tables);

explainsEveryStatement('securities');
