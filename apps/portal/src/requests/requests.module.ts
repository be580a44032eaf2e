import { Module } from '@nestjs/common';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ClientUsageService } from './client-usage.service.js';
import { FollowedRequestsService } from './followed-requests.service.js';
import { UsagePicturesService } from './usage-pictures.service.js';
import { RecordedBodiesService } from './recorded-bodies.service.js';
import { RequestPagesService } from './request-pages.service.js';
import { RequestsController } from './requests.controller.js';
import { RequestsInternal } from './requests.internal.js';
import { RequestsService } from './requests.service.js';

/** The request log: what became of the requests of a developer's clients. */
@Module({
  imports: [VisitModule, DeveloperClientsModule],
  controllers: [RequestsController],
  providers: [
    RequestsService,
    RecordedBodiesService,
    FollowedRequestsService,
    RequestsInternal,
    RequestPagesService,
    ClientUsageService,
    UsagePicturesService,
  ],
  exports: [RequestsService, RecordedBodiesService, ClientUsageService],
})
export class RequestsModule {}
