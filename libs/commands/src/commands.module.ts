import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database, serviceKey } from '@open-banking/database';
import { readSettings } from '@open-banking/config';
import { AuditService } from './audit/audit.service.js';
import { AuditSealer } from './audit/audit-sealer.js';
import { CommandsService } from './commands.service.js';
import { OpenBoundsService } from './open-bounds.service.js';
import { commandSettings } from './commands.settings.js';

const hour = 3_600_000;

/** `Commands` for a service that writes; its database has the migrations of this lib. */
@Module({
  providers: [
    {
      provide: AuditService,
      useFactory: async (database: Database) => new AuditService(await serviceKey(database, 'audit')),
      inject: [Database],
    },
    { provide: AuditSealer, useFactory: (database: Database) => new AuditSealer(database), inject: [Database] },
    {
      provide: CommandsService,
      useFactory: (database: Database, audit: AuditService) => new CommandsService(database, audit, readSettings(commandSettings)),
      inject: [Database, AuditService],
    },
    OpenBoundsService,
  ],
  exports: [AuditService, CommandsService, OpenBoundsService],
})
export class CommandsModule implements OnModuleInit, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(@Inject(CommandsService) private readonly commands: CommandsService) {}

  onModuleInit(): void {
    // A database that is away an hour loses nothing: the next hour forgets what this one did not.
    this.timer = setInterval(() => {
      void this.commands.forget().catch(() => undefined);
    }, hour).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
