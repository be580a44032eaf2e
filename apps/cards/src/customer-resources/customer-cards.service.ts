import { Injectable } from '@nestjs/common';
import { CustomerResourcesRequest, type CustomerResources } from '@open-banking/access';
import { Database, statement } from '@open-banking/database';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { everyInternal } from '@open-banking/spec';

interface Row {
  readonly cardId: string;
  readonly maskedPan: string;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  readonly ownerName: string;
  readonly rule: 'any' | 'both';
}

const cardsOfHolder = statement<Row, [psuId: string]>(
  'customer-resources.cards',
  /* sql */ `
  select c.card_id as "cardId", c.masked_pan as "maskedPan", c.currency, c.name, c.product, c.owner_name as "ownerName", h.rule
  from holder h
  join card c on c.card_id = h.resource_id
  where h.psu_id = $1
  order by c.name, c.card_id
`,
);

/** Lists a customer's cards for the issuers: for the approval page and for the grants of a consent. */
@Injectable()
export class CustomerCardsService {
  constructor(private readonly database: Database) {}

  @ServesInternal(everyInternal.listCustomerResources, { body: CustomerResourcesRequest })
  async list({ body }: InternalRequest<CustomerResourcesRequest>): Promise<CustomerResources> {
    const cards = await this.database.rows(cardsOfHolder, body.psuId);
    return {
      resources: cards.map(({ cardId, maskedPan, ...card }) => ({
        service: 'cards',
        kind: 'card',
        resourceId: cardId,
        reference: { maskedPan, currency: card.currency },
        cashAccountType: 'CARD',
        ...card,
      })),
    };
  }
}
