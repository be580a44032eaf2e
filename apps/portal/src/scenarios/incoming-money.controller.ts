import { Body, Controller, Param } from '@nestjs/common';
import { CurrentDeveloper } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { Collection, IncomingTransfer, NewCollection, NewIncomingTransfer } from './incoming-money.messages.js';
import { IncomingMoneyService } from './incoming-money.service.js';

const rows = sandboxOperations as unknown as Record<keyof typeof sandboxOperations, Operation>;

@Controller()
export class IncomingMoneyController {
  constructor(private readonly money: IncomingMoneyService) {}

  @Serves(rows.receiveIncomingTransfer, {
    description:
      "Receives a transfer from another bank to a current account of one of the developer's customers, by the `resourceId` of the account. It is booked on the bank's current day.",
    body: NewIncomingTransfer,
    answers: IncomingTransfer,
    status: 200,
    refuses: ['RESOURCE_UNKNOWN', 'STATUS_INVALID'],
  })
  receive(
    @CurrentDeveloper() developer: string,
    @Param() { accountId }: { readonly accountId: string },
    @Body() transfer: NewIncomingTransfer,
  ): Promise<IncomingTransfer> {
    return this.money.receive(developer, accountId, transfer);
  }

  @Serves(rows.collectMandate, {
    description:
      "Collects an amount under a mandate of one of the developer's clients, as the creditor's bank would: it is booked, or returned with a reason.",
    body: NewCollection,
    answers: Collection,
    status: 200,
    refuses: ['RESOURCE_UNKNOWN', 'STATUS_INVALID'],
  })
  collect(
    @CurrentDeveloper() developer: string,
    @Param() { resourceId }: { readonly resourceId: string },
    @Body() collection: NewCollection,
  ): Promise<Collection> {
    return this.money.collect(developer, resourceId, collection);
  }
}
