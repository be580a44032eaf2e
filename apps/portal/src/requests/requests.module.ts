import { Module } from '@nestjs/common';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ClientUsageService } from './client-usage.service.js';
import { UsagePicturesService } from './usage-pictures.service.js';
import { RequestPagesService } from './request-pages.service.js';
import { RequestsInternal } from './requests.internal.js';
import { RequestsService } from './requests.service.js';

/** The request log: what became of the requests of a developer's clients. */
@Module({
  imports: [VisitModule, DeveloperClientsModule],
  providers: [RequestsService, RequestsInternal, RequestPagesService, ClientUsageService, UsagePicturesService],
  exports: [RequestsService, ClientUsageService],
})
export class RequestsModule {}
