import { Module } from '@nestjs/common';
import { SandboxCustomersService } from './sandbox-customers.service.js';

/** The sandbox's customers, as whom a developer approves. */
@Module({ providers: [SandboxCustomersService], exports: [SandboxCustomersService] })
export class CustomersModule {}
