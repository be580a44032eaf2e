import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database, serviceKey } from '@open-banking/database';
import { readSettings } from '@open-banking/http';
import { Audit } from './audit/audit.js';
import { Sealer } from './audit/sealer.js';
import { Commands } from './commands.js';
import { OpenBounds } from './open-bounds.js';
import { commandSettings } from './commands.settings.js';

const hour = 3_600_000;

/** `Commands` for a service that writes; its database has the migrations of this lib. */
@Module({
  providers: [
    { provide: Audit, useFactory: async (database: Database) => new Audit(await serviceKey(database, 'audit')), inject: [Database] },
    { provide: Sealer, useFactory: (database: Database) => new Sealer(database), inject: [Database] },
    {
      provide: Commands,
      useFactory: (database: Database, audit: Audit) => new Commands(database, audit, readSettings(commandSettings)),
      inject: [Database, Audit],
    },
    OpenBounds,
  ],
  exports: [Audit, Commands, OpenBounds],
})
export class CommandsModule implements OnModuleInit, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(@Inject(Commands) private readonly commands: Commands) {}

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
