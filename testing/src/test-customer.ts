import type { Customer } from '@open-banking/installation/customers-file';

/** A customer of the demo bank, with what a test needs to sign in as them. */
export type TestCustomer = Customer;
