import type { MaintenanceWindow } from '@open-banking/contracts';
import { randomUUID } from 'node:crypto';
import { maintenanceInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { chosenId } from '../chosen-id.js';

type Row = (typeof maintenanceInternal)[keyof typeof maintenanceInternal];

const request = async <T>(command: Command, row: Row, body?: unknown, windowId = ''): Promise<T> =>
  expectSuccess<T>('maintenance', await internalCall(new BankConnection(command).running, 'ais-pis', row, body, { windowId }));

const line = ({ windowId, startsAt, endsAt, reason, withdrawnAt }: MaintenanceWindow): string =>
  `${windowId}  ${startsAt} to ${endsAt}${withdrawnAt === undefined ? '' : '  withdrawn'}: ${reason}`;

const announce = withBankOptions(new Command('announce'))
  .description('Announces maintenance before it begins; the availability report counts downtime in it as planned')
  .requiredOption('--from <instant>', 'ISO 8601 with offset, such as 2026-12-06T01:00:00Z')
  .requiredOption('--until <instant>', 'ISO 8601 with offset')
  .requiredOption('--reason <text>', 'Shown in the availability report')
  .option('--id <uuid>', 'The windowId; announcing again with the same id has no further effect (default: a new id)', chosenId)
  .option('--json')
  .action(
    async (
      { from, until, reason, id = randomUUID(), json }: { from: string; until: string; reason: string; id?: string; json?: true },
      command: Command,
    ) => {
      const body = { startsAt: from, endsAt: until, reason };
      const announced = await request<MaintenanceWindow>(command, maintenanceInternal.announceMaintenance, body, id);
      if (json) return printJson(announced);
      print(line(announced));
    },
  );

const withdraw = withBankOptions(new Command('withdraw'))
  .description('Withdraws an announcement, before the maintenance begins')
  .argument('<window>', 'The windowId')
  .option('--json')
  .action(async (windowId: string, { json }: { json?: true }, command: Command) => {
    const withdrawn = await request<MaintenanceWindow>(command, maintenanceInternal.withdrawMaintenance, undefined, windowId);
    if (json) return printJson(withdrawn);
    print(line(withdrawn));
  });

async function listed(command: Command, since: string | undefined): Promise<readonly MaintenanceWindow[]> {
  const all: MaintenanceWindow[] = [];
  for (let after: string | undefined; ;) {
    const page = await request<{ windows: readonly MaintenanceWindow[]; next?: string }>(command, maintenanceInternal.listMaintenance, {
      ...(since !== undefined && { since }),
      ...(after !== undefined && { after }),
    });
    all.push(...page.windows);
    if (page.next === undefined) return planned(all);
    after = page.next;
  }
}

/** Current and coming windows first, the next one first; then those that are over or were withdrawn. */
function planned(windows: readonly MaintenanceWindow[]): readonly MaintenanceWindow[] {
  const isPlanned = ({ endsAt, withdrawnAt }: MaintenanceWindow): boolean => withdrawnAt === undefined && Date.parse(endsAt) > Date.now();
  return [...windows.filter(isPlanned), ...windows.filter((window) => !isPlanned(window))];
}

const list = withBankOptions(new Command('list'))
  .description('Lists announced maintenance that has not ended')
  .option('--since <instant>', 'Also lists what ended after this instant')
  .option('--json')
  .action(async ({ since, json }: { since?: string; json?: true }, command: Command) => {
    const windows = await listed(command, since);
    if (json) return printJson(windows);
    if (windows.length === 0) print('No maintenance is announced.');
    for (const window of windows) print(line(window));
  });

export const maintenance = new Command('maintenance')
  .description('Announces planned maintenance')
  .addCommand(announce)
  .addCommand(withdraw)
  .addCommand(list);
