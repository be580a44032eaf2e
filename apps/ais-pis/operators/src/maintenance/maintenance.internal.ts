import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { IsText, Optional, ServesInternal, type InternalRequest } from '@open-banking/http';
import { AnnouncedMaintenance, type MaintenanceTimes } from '@open-banking/service';
import { maintenanceInternal } from '@open-banking/spec';
import { MaintenanceQuery, MaintenanceRequest, type AnnouncedWindow, type MaintenanceWindow } from './maintenance.messages.js';
import { MaintenanceService } from './maintenance.service.js';

/** Which windows the caller knows, as it was told; absent if none yet. */
class KnownMaintenance {
  @Optional() @IsText({ max: 20_000 }) readonly known?: string;
}

@Injectable()
export class MaintenanceInternal implements OnModuleDestroy {
  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly known: AnnouncedMaintenance,
  ) {}

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

  /** Answers as soon as this process knows of other windows than the caller: who follows them need not ask every five seconds. */
  @ServesInternal(maintenanceInternal.awaitMaintenance, { body: KnownMaintenance })
  async awaitOthers({ body }: InternalRequest<KnownMaintenance>): Promise<{ readonly windows: readonly MaintenanceTimes[] }> {
    return { windows: await this.known.othersThan(body.known) };
  }

  onModuleDestroy(): void {
    this.known.endWaiting();
  }
}
