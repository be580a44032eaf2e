import type { Command } from 'commander';

/** The groups of `openbank --help` with their commands, in their order. A command that is in none of them is listed last. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  Try: ['customers', 'token', 'approve', 'collect', 'clock', 'generate'],
  Clients: ['client', 'ca'],
  Data: ['load', 'feed', 'follow', 'erase'],
  Money: ['clearing', 'receive', 'reconcile', 'held', 'cap', 'blocked-creditor', 'mandate', 'adjustment', 'recover'],
  Operators: ['view', 'operator', 'proposal', 'maintenance', 'prepare', 'rotate'],
  Checks: ['doctor', 'ledger', 'audit', 'receipts', 'report', 'check-port', 'rehearse'],
};

/** Adds the commands in the order of the groups, each under the heading of its own. */
export function addInGroups(program: Command, commands: readonly Command[]): Command {
  const byName = new Map(commands.map((command) => [command.name(), command]));
  for (const [group, names] of Object.entries(commandGroups))
    for (const name of names) {
      const command = byName.get(name);
      if (command) program.addCommand(command.helpGroup(`${group}:`));
      byName.delete(name);
    }
  for (const command of byName.values()) program.addCommand(command);
  return withOwnHelp(program);
}

/** The sentences of Commander's own option and command, as those of all others are written. */
function withOwnHelp(command: Command): Command {
  command.helpOption('-h, --help', 'Prints the help of a command');
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Prints the help of a command');
  for (const one of command.commands) withOwnHelp(one);
  return command;
}
