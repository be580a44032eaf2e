import { Module } from '@nestjs/common';
import { Database, serviceKey } from '@open-banking/database';
import { CustomerReceipts } from '@open-banking/receipts';
import { AuditRetention } from './audit/audit-retention.js';
import { AuditService } from './audit/audit.service.js';
import { AuditSealer } from './audit/audit-sealer.js';
import { CommandsService } from './commands.service.js';
import { OpenBoundsService } from './open-bounds.service.js';
import { CommandSettings } from './commands.settings.js';

/** `Commands` for a service that writes; its database has the migrations of this lib, and its settings are `CommandSettings` too. */
@Module({
  providers: [
    {
      provide: AuditService,
      useFactory: async (database: Database, receipts?: CustomerReceipts) =>
        new AuditService(await serviceKey(database, 'audit'), receipts),
      inject: [Database, { token: CustomerReceipts, optional: true }],
    },
    { provide: AuditSealer, useFactory: (database: Database) => new AuditSealer(database), inject: [Database] },
    {
      provide: AuditRetention,
      useFactory: (database: Database, settings: CommandSettings) => new AuditRetention(database, settings),
      inject: [Database, CommandSettings],
    },
    {
      provide: CommandsService,
      useFactory: (database: Database, audit: AuditService, settings: CommandSettings) => new CommandsService(database, audit, settings),
      inject: [Database, AuditService, CommandSettings],
    },
    OpenBoundsService,
  ],
  exports: [AuditService, CommandsService, OpenBoundsService],
})
export class CommandsModule {}
