// Makes the demo bank that its parent orders, says how that went, and ends. It ends with its parent, too: what was not committed is undone.
import { once } from 'node:events';
import type { DemoOrder, DemoOutcome } from './bank/demo-process.js';
import { fillTables } from './bank/demo-tables.js';

const end = (): void => {
  process.exit(1);
};
process.once('disconnect', end);
const [order] = (await once(process, 'message')) as [DemoOrder];
const outcome: DemoOutcome = await fillTables(order).then(
  () => ({}),
  (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
);
process.off('disconnect', end);
process.send!(outcome, () => {
  process.exit(0);
});
