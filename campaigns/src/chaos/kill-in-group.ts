import { subscribe } from 'node:diagnostics_channel';

// Loaded before a service (NODE_OPTIONS): in three of ten groups of payments, kills it between two of them, before the commit or after it.
const chance = 0.15;
const second = 2;

const seen = new Map<string, number>();
subscribe('open-banking:point', (message) => {
  const { point } = message as { point: string };
  if (!/(debtor booked|funds reserved)$/.test(point)) return;
  const count = (seen.get(point) ?? 0) + 1;
  seen.set(point, count);
  // The payments of a group reach a point in one turn.
  queueMicrotask(() => seen.delete(point));
  if (count === second && Math.random() < chance) process.kill(process.pid, 'SIGKILL');
});
