import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { maintenanceInternal } from '@open-banking/spec';
import { MaintenanceQuery, MaintenanceRequest, type AnnouncedWindow, type MaintenanceWindow } from './maintenance.messages.js';
import { MaintenanceService } from './maintenance.service.js';

@Injectable()
export class MaintenanceInternal {
  constructor(private readonly maintenance: MaintenanceService) {}

  @ServesInternal(maintenanceInternal.announceMaintenance, { body: MaintenanceRequest })
  announce({ operator = '', params: { windowId = '' }, body }: InternalRequest<MaintenanceRequest>): Promise<MaintenanceWindow> {
    return this.maintenance.announce(windowId, operator, body);
  }

  @ServesInternal(maintenanceInternal.withdrawMaintenance)
  withdraw({ operator = '', params: { windowId = '' } }: InternalRequest): Promise<MaintenanceWindow> {
    return this.maintenance.withdraw(windowId, operator);
  }

  @ServesInternal(maintenanceInternal.listMaintenance, { body: MaintenanceQuery })
  list({ body }: InternalRequest<MaintenanceQuery>): Promise<{ readonly windows: readonly MaintenanceWindow[] }> {
    return this.maintenance.list(body);
  }

  @ServesInternal(maintenanceInternal.readAnnouncedMaintenance)
  async announced(): Promise<{ readonly windows: readonly AnnouncedWindow[] }> {
    return { windows: await this.maintenance.announced() };
  }
}
