import { Injectable } from '@nestjs/common';
import { type CustomerResource, CustomerResourceList } from '@open-banking/access';
import { Database, statement } from '@open-banking/database';
import { toReference } from '../contracts/contract.rows.js';

interface Row {
  readonly kind: 'savings' | 'loan';
  readonly accountId: string;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly currency: string;
  readonly cashAccountType: string;
  readonly name: string;
  readonly product: string;
  readonly ownerName: string;
  readonly rule: 'any' | 'both';
}

const columns =
  'a.account_id as "accountId", a.iban, a.bban, a.currency, a.cash_account_type as "cashAccountType", a.name, a.product, a.owner_name as "ownerName", h.rule';
const contractsOfHolder = statement<Row, [psuId: string]>(
  'customer-resources.contracts',
  /* sql */ `
  select 'savings' as kind, ${columns} from holder h join savings_account a on a.account_id = h.resource_id where h.psu_id = $1
  union all
  select 'loan' as kind, ${columns} from holder h join loan_account a on a.account_id = h.resource_id where h.psu_id = $1
  order by 1 desc, 7, 2
`,
);

const toResource = ({ accountId, iban, bban, ...contract }: Row): CustomerResource => ({
  service: 'savings-loans',
  resourceId: accountId,
  reference: { ...toReference({ iban, bban, currency: contract.currency }), currency: contract.currency },
  ...contract,
});

/** Lists a customer's savings and loans for the issuers: for the approval page and for the grants of a consent. */
@Injectable()
export class CustomerContractsService extends CustomerResourceList<Row> {
  constructor(database: Database) {
    super(database, contractsOfHolder, toResource);
  }
}
