import { run } from '@open-banking/service';
import { securities } from './service.js';

await run(securities);
