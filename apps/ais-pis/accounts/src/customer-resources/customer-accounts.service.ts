import { Injectable } from '@nestjs/common';
import { type CustomerResource, CustomerResourceList } from '@open-banking/access';
import { Database, statement } from '@open-banking/database';
import { omitNullish } from '@open-banking/messages';

interface Row {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly cashAccountType: string;
  readonly name: string;
  readonly product: string;
  readonly ownerName: string;
  readonly rule: 'any' | 'both';
  readonly branchNumber: string | null;
  readonly accountNumber: string | null;
}

const accountsOfHolder = statement<Row, [psuId: string]>(
  'customer-resources.accounts',
  /* sql */ `
  select a.account_id as "accountId", a.iban, a.currency, a.cash_account_type as "cashAccountType", a.name, a.product, a.owner_name as "ownerName", h.rule,
    a.branch_number as "branchNumber", a.account_number as "accountNumber"
  from holder h
  join account a on a.account_id = h.resource_id
  where h.psu_id = $1
  order by a.name, a.account_id
`,
);

const toResource = ({ accountId, iban, ...account }: Row): CustomerResource =>
  omitNullish({
    service: 'ais-pis',
    kind: 'account',
    resourceId: accountId,
    reference: { iban, currency: account.currency },
    ...account,
  }) as CustomerResource;

/** Lists a customer's accounts for the issuers: the approval page shows them, and a consent grants them. */
@Injectable()
export class CustomerAccountsService extends CustomerResourceList<Row> {
  constructor(database: Database) {
    super(database, accountsOfHolder, toResource);
  }
}
