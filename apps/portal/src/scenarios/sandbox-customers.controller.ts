import { Body, Controller, Param } from '@nestjs/common';
import { CurrentDeveloper } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { DeveloperCustomersService } from './developer-customers.service.js';
import { NewCustomer, SandboxCustomer, SandboxCustomerDetails, SandboxCustomers } from './scenarios.messages.js';

const rows = sandboxOperations as unknown as Record<keyof typeof sandboxOperations, Operation>;

interface OneCustomer {
  readonly customerId: string;
}

@Controller()
export class SandboxCustomersController {
  constructor(private readonly customers: DeveloperCustomersService) {}

  @Serves(rows.createSandboxCustomer, {
    description:
      'Makes a customer for this developer alone: generated, with two years of entries, or with the accounts and entries of the body. Each call makes another one; `PUT` with an id of your own can be repeated. Bodies may have 1 MiB.',
    body: NewCustomer,
    answers: SandboxCustomer,
  })
  create(@CurrentDeveloper() developer: string, @Body() wanted: NewCustomer): Promise<SandboxCustomer> {
    return this.customers.create(developer, wanted);
  }

  @Serves(rows.listSandboxCustomers, {
    description: 'Lists the customers made for this developer, oldest first.',
    answers: SandboxCustomers,
  })
  async list(@CurrentDeveloper() developer: string): Promise<SandboxCustomers> {
    return { customers: await this.customers.list(developer) };
  }

  @Serves(rows.putSandboxCustomer, {
    description:
      'Makes the customer with this id, a UUID of your choice other than the nil UUID. With the same body it is returned as it is; another body resets it to what that says: accounts get new ids and numbers, the sign-in stays. Bodies may have 1 MiB.',
    body: NewCustomer,
    answers: SandboxCustomer,
    refuses: ['STATUS_INVALID'],
  })
  put(@CurrentDeveloper() developer: string, @Param() { customerId }: OneCustomer, @Body() wanted: NewCustomer): Promise<SandboxCustomer> {
    return this.customers.put(developer, customerId, wanted);
  }

  @Serves(rows.readSandboxCustomer, {
    description: 'Reads a customer made for this developer, with the sign-ins and the body that it was made with.',
    answers: SandboxCustomerDetails,
  })
  read(@CurrentDeveloper() developer: string, @Param() { customerId }: OneCustomer): Promise<SandboxCustomerDetails> {
    return this.customers.read(developer, customerId);
  }

  @Serves(rows.deleteSandboxCustomer, {
    description:
      'Removes a customer: what was approved ends as if the customer had revoked it, and nobody can sign in. Its id cannot be used again. Changes of one customer take turns.',
    answers: { 204: null },
    refuses: ['STATUS_INVALID'],
  })
  async remove(@CurrentDeveloper() developer: string, @Param() { customerId }: OneCustomer): Promise<void> {
    await this.customers.remove(developer, customerId);
  }

  @Serves(rows.resetSandboxCustomer, {
    description:
      'Takes a customer back to the beginning: consents are revoked, payments and mandates that can still be ended are, and the accounts are new ones with the data of the seed. Sign-ins stay; ids and account numbers change, because a bank does not unbook. Changes of one customer take turns.',
    answers: SandboxCustomer,
    status: 200,
    refuses: ['STATUS_INVALID'],
  })
  reset(@CurrentDeveloper() developer: string, @Param() { customerId }: OneCustomer): Promise<SandboxCustomer> {
    return this.customers.reset(developer, customerId);
  }
}
