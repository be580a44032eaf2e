import { Injectable } from '@nestjs/common';
import { type CustomerResource, CustomerResourceList } from '@open-banking/access';
import { Database, statement } from '@open-banking/database';

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

const toResource = ({ cardId, maskedPan, ...card }: Row): CustomerResource => ({
  service: 'cards',
  kind: 'card',
  resourceId: cardId,
  reference: { maskedPan, currency: card.currency },
  cashAccountType: 'CARD',
  ...card,
});

/** Lists a customer's cards for the issuers: for the approval page and for the grants of a consent. */
@Injectable()
export class CustomerCardsService extends CustomerResourceList<Row> {
  constructor(database: Database) {
    super(database, cardsOfHolder, toResource);
  }
}
