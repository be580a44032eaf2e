import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { MaintenanceInternal } from './maintenance.internal.js';
import { MaintenanceService } from './maintenance.service.js';

@Module({ imports: [CommandsModule], providers: [MaintenanceService, MaintenanceInternal] })
export class MaintenanceModule {}
