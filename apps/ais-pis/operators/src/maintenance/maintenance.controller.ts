import { Controller } from '@nestjs/common';
import { Serves } from '@open-banking/http';
import { maintenanceStatus, type Operation } from '@open-banking/spec';
import type { Static } from 'typebox';
import { AnnouncedMaintenanceList } from './maintenance.messages.js';
import { MaintenanceService } from './maintenance.service.js';

@Controller()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Serves(maintenanceStatus.listMaintenanceWindows as unknown as Operation, {
    description: 'Lists announced maintenance of the interface that has not ended. Anybody may read it, without a token.',
    answers: AnnouncedMaintenanceList,
  })
  async list(): Promise<Static<typeof AnnouncedMaintenanceList>> {
    return { maintenanceWindows: [...(await this.maintenance.announced())] };
  }
}
