import { run } from '@open-banking/service';
import { aisPis } from './service.js';

await run(aisPis);
