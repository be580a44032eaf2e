import { ALL_SOLELY_OWNED } from '@open-banking/access';
import { balancesOfAccount, bookedPage } from '@open-banking/ais-pis/statements';
import type pg from 'pg';
import type { SampledAccount } from './sampled.js';

/** How PostgreSQL finds the rows of a read, and how many pages it touches. */
export interface ShownPlan {
  readonly statement: string;
  readonly nodes: readonly string[];
  readonly buffers: number;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

const leaves = (node: Node): readonly Node[] => (node.Plans ? node.Plans.flatMap(leaves) : [node]);
const nodeName = (node: Node): string => [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ');

/** The plans of the hot reads for the account with the longest history. */
export async function plansOf(owner: pg.Pool, [longest]: readonly SampledAccount[], today: string): Promise<ShownPlan[]> {
  const { accountId, psuId } = longest!;
  const granted = [ALL_SOLELY_OWNED];
  const asked: [statement: { name: string; text: string }, values: unknown[]][] = [
    [balancesOfAccount, [psuId, granted, today, accountId]],
    [bookedPage, [psuId, granted, accountId, '2000-01-01', today, null, null, 101, true, false]],
  ];
  const plans: ShownPlan[] = [];
  for (const [{ name, text }, values] of asked) {
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (analyze, buffers, format json) ${text}`, values);
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    plans.push({ statement: name, nodes: leaves(plan).map(nodeName), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] });
  }
  return plans;
}
