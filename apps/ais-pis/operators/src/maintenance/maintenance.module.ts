import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { MaintenanceController } from './maintenance.controller.js';
import { MaintenanceInternal } from './maintenance.internal.js';
import { MaintenanceService } from './maintenance.service.js';

@Module({ imports: [CommandsModule], controllers: [MaintenanceController], providers: [MaintenanceService, MaintenanceInternal] })
export class MaintenanceModule {}
