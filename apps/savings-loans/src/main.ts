import { run } from '@open-banking/service';
import { savingsLoans } from './service.js';

await run(savingsLoans);
