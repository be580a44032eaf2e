import { run } from '@open-banking/service';
import { mandates } from './service.js';

await run(mandates);
