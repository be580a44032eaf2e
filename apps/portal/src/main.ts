import { run } from '@open-banking/service';
import { portal } from './service.js';

await run(portal);
