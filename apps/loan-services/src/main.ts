import { run } from '@open-banking/service';
import { loanServices } from './service.js';

await run(loanServices);
