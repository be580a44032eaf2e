import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  type InternalRequest,
  KnownMaintenance,
  maintenanceContracts,
  MaintenanceQuery,
  MaintenanceRequest,
  type MaintenancePage,
  type MaintenanceWindow,
  ServesInternal,
} from '@open-banking/contracts';
import { AnnouncedMaintenance, type MaintenanceTimes } from '@open-banking/service';
import type { AnnouncedWindow } from './maintenance.messages.js';
import { MaintenanceService } from './maintenance.service.js';

@Injectable()
export class MaintenanceInternal implements OnModuleDestroy {
  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly known: AnnouncedMaintenance,
  ) {}

  @ServesInternal(maintenanceContracts.announceMaintenance)
  announce({ operator = '', params: { windowId = '' }, body }: InternalRequest<MaintenanceRequest>): Promise<MaintenanceWindow> {
    return this.maintenance.announce(windowId, operator, body);
  }

  @ServesInternal(maintenanceContracts.withdrawMaintenance)
  withdraw({ operator = '', params: { windowId = '' } }: InternalRequest): Promise<MaintenanceWindow> {
    return this.maintenance.withdraw(windowId, operator);
  }

  @ServesInternal(maintenanceContracts.listMaintenance)
  list({ body }: InternalRequest<MaintenanceQuery>): Promise<MaintenancePage> {
    return this.maintenance.list(body);
  }

  @ServesInternal(maintenanceContracts.readAnnouncedMaintenance)
  async announced(): Promise<{ readonly windows: readonly AnnouncedWindow[] }> {
    return { windows: await this.maintenance.announced() };
  }

  /** Answers as soon as this process knows of other windows than the caller: who follows them need not ask every five seconds. */
  @ServesInternal(maintenanceContracts.awaitMaintenance)
  async awaitOthers({ body }: InternalRequest<KnownMaintenance>): Promise<{ readonly windows: readonly MaintenanceTimes[] }> {
    return { windows: await this.known.othersThan(body.known) };
  }

  onModuleDestroy(): void {
    this.known.endWaiting();
  }
}
