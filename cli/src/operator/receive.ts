import type { CreditTransferState } from '@open-banking/contracts';
import { creditTransfersInternal, mandatesInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { chosenId } from '../chosen-id.js';
import { jsonIn } from '../named-file.js';

/** Reads a JSON document from a file or from standard input. */
function receivedDocument(file: string): object {
  const document = jsonIn<unknown>(file);
  if (typeof document === 'object' && document !== null) return document;
  throw new Error(`${file}: the content must be one JSON object`);
}

const receiveCommand = (
  what: string,
  description: string,
  idName: string,
  present: (bank: BankConnection['running'], body: object, id: string) => ReturnType<typeof internalCall>,
): Command =>
  withBankOptions(new Command(what))
    .description(description)
    .argument('<file>', 'A JSON document (docs/operators.md), or - for standard input')
    .requiredOption('--id <uuid>', `The ${idName}; presenting it again has no further effect`, chosenId)
    .option('--json')
    .action(async (file: string, { id, json }: { id: string; json?: true }, command: Command) => {
      const result = expectSuccess<CreditTransferState>(
        `receive ${what}`,
        await present(new BankConnection(command).running, receivedDocument(file), id),
      );
      if (json) return printJson(result);
      print(
        `${id} ${result.state}${result.bookedOn ? ` on ${result.bookedOn}` : ''}${result.reason ? `: ${result.reason} ${result.text}` : ''}`,
      );
    });

export const receive = new Command('receive')
  .description("Receives transfers and collections from other banks, as the bank's connector presents them")
  .addCommand(
    receiveCommand(
      'transfer',
      'Receives a credit transfer to an account of this bank (pacs.008): booked, or rejected with a reason',
      'transferId (the UETR)',
      (bank, body, transferId) => internalCall(bank, 'ais-pis', creditTransfersInternal.receiveCreditTransfer, body, { transferId }),
    ),
  )
  .addCommand(
    receiveCommand(
      'collection',
      'Receives a collection under a mandate (pain.008, pacs.003): booked, or returned with a reason',
      'collectionId',
      (bank, body, collectionId) => internalCall(bank, 'mandates', mandatesInternal.receiveCollection, body, { collectionId }),
    ),
  );
