import { run } from '@open-banking/service';
import { cards } from './service.js';

await run(cards);
