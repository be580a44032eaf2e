import { CustomerResourcesRequest, everyContracts, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import type { Database, Statement } from '@open-banking/database';
import type { CustomerResource, CustomerResources } from './customer-resources.js';

/** A service's list of what a customer has there: the approval page shows it, and a consent grants it. Each owning service has one. */
export abstract class CustomerResourceList<Row extends object> {
  /** @param held Selects the resources of a holder. */
  constructor(
    private readonly database: Database,
    private readonly held: Statement<Row, [psuId: string]>,
    private readonly toResource: (row: Row) => CustomerResource,
  ) {}

  @ServesInternal(everyContracts.listCustomerResources)
  list({ body }: InternalRequest<CustomerResourcesRequest>): Promise<CustomerResources> {
    return this.listOwn(body.psuId);
  }

  async listOwn(psuId: string): Promise<CustomerResources> {
    const rows = await this.database.rows(this.held, psuId);
    return { resources: rows.map(this.toResource) };
  }
}
