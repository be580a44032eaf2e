// Generates the customer that its parent orders, gives it back, and ends.
import { once } from 'node:events';
import { ownCustomer, type OwnCustomerOrder } from './demo-bank/own-customer.js';

const [order] = (await once(process, 'message')) as [OwnCustomerOrder];
process.send!(ownCustomer(order), () => {
  process.exit(0);
});
