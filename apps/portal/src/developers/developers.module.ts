import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { ConfirmationMailService } from './confirmation-mail.service.js';
import { DeveloperPagesService } from './developer-pages.service.js';
import { DevelopersService } from './developers.service.js';

/** Accounts of developers. */
@Module({ imports: [VisitModule], providers: [ConfirmationMailService, DevelopersService, DeveloperPagesService] })
export class DevelopersModule {}
