import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database, serviceKey } from '@open-banking/database';
import type { Customers } from '../customers.js';
import { BankLogin } from './bank-login.js';
import { FailedLogins } from './failed-logins.js';
import { loginFacts } from './login-facts.js';
import { LoginSettings } from './login.settings.js';
import { OpenIdProvider } from './openid-provider.js';

/** The bank's OpenID provider as one service asks it; `customers` is what knows whose a subject is there. */
@Module({})
export class BankLoginModule {
  static knowing(customers: Type<Customers>, imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    const login = {
      provide: BankLogin,
      inject: [Database, ServiceSettings, LoginSettings, FailedLogins, customers],
      useFactory: async (database: Database, service: ServiceSettings, settings: LoginSettings, failed: FailedLogins, known: Customers) => {
        const facts = loginFacts(settings, service);
        const provider = facts && new OpenIdProvider(facts);
        return new BankLogin({ database, customers: known, provider, failed, key: await serviceKey(database, 'bank login') });
      },
    };
    return { module: BankLoginModule, imports, providers: [FailedLogins, login], exports: [BankLogin] };
  }
}
