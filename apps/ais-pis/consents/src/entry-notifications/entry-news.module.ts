import { Module } from '@nestjs/common';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { EntryNewsService } from './entry-news.service.js';

@Module({ imports: [NotificationsModule], providers: [EntryNewsService] })
export class EntryNewsModule {}
