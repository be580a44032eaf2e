import { Injectable } from '@nestjs/common';
import { type CustomerResource, CustomerResourceList } from '@open-banking/access';
import { Database, statement } from '@open-banking/database';
import { referenceColumns, type ReferenceRow } from '../accounts/accounts.statements.js';

interface Row extends ReferenceRow {
  readonly accountId: string;
  readonly name: string;
  readonly product: string;
  readonly ownerName: string;
  readonly rule: 'any' | 'both';
}

const portfoliosOfHolder = statement<Row, [psuId: string]>(
  'customer-resources.portfolios',
  /* sql */ `
  select a.account_id as "accountId", ${referenceColumns}, a.name, a.product, a.owner_name as "ownerName", h.rule
  from holder h
  join securities_account a on a.account_id = h.resource_id
  where h.psu_id = $1
  order by a.name, a.account_id
`,
);

const toResource = ({ accountId, identification, scheme, issuer, ...portfolio }: Row): CustomerResource => ({
  service: 'securities',
  kind: 'securities',
  resourceId: accountId,
  cashAccountType: 'SCTS',
  reference: { other: { identification, schemeNameProprietary: scheme, issuer }, currency: portfolio.currency },
  ...portfolio,
});

/** Lists a customer's securities accounts for the issuers: for the approval page and for the grants of a consent. */
@Injectable()
export class CustomerPortfoliosService extends CustomerResourceList<Row> {
  constructor(database: Database) {
    super(database, portfoliosOfHolder, toResource);
  }
}
