import { readFileSync } from 'node:fs';
import { creditTransfersInternal, mandatesInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, succeeded } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

interface Became {
  readonly state: string;
  readonly bookedOn?: string;
  readonly reason?: string;
  readonly text?: string;
}

/** The JSON document of a file, or of standard input. */
function documentOf(file: string): object {
  try {
    const document: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (typeof document === 'object' && document !== null) return document;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
  throw new Error(`${file}: must hold one JSON object`);
}

const one = (
  what: string,
  description: string,
  idName: string,
  present: (bank: BankConnection['running'], body: object, id: string) => ReturnType<typeof internalCall>,
): Command =>
  withBankOptions(new Command(what))
    .description(description)
    .argument('<file>', 'one JSON document (docs/operators.md); - reads standard input')
    .requiredOption('--id <uuid>', `its ${idName}: presented again, it is the same ${what}`)
    .option('--json')
    .action(async (file: string, { id, json }: { id: string; json?: true }, command: Command) => {
      const became = succeeded<Became>(`receive ${what}`, await present(new BankConnection(command).running, documentOf(file), id));
      if (json) return printJson(became);
      print(
        `${id} ${became.state}${became.bookedOn ? ` on ${became.bookedOn}` : ''}${became.reason ? `: ${became.reason} ${became.text}` : ''}`,
      );
    });

export const receive = new Command('receive')
  .description("what other banks send, as the bank's connector presents it")
  .addCommand(
    one(
      'transfer',
      'a credit transfer to an account of this bank (pacs.008): booked, or rejected with a reason',
      'transferId, the UETR',
      (bank, body, transferId) => internalCall(bank, 'ais-pis', creditTransfersInternal.receiveCreditTransfer, body, { transferId }),
    ),
  )
  .addCommand(
    one(
      'collection',
      'a collection under a mandate (pain.008, pacs.003): booked, or returned with a reason',
      'collectionId',
      (bank, body, collectionId) => internalCall(bank, 'mandates', mandatesInternal.receiveCollection, body, { collectionId }),
    ),
  );
