import { statement } from '@open-banking/database';

/** Before anything is erased: from then on others who hold something with the customer hold it without them. */
export const noteErased = statement<never, [psuId: string, today: string]>(
  'erasure.note',
  'insert into erased_customer (psu_id, erased_on) values ($1, $2) on conflict do nothing',
);
