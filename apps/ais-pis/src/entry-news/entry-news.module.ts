import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { EntryNewsService } from './entry-news.service.js';

@Module({ imports: [NotificationsModule], providers: [EntryNewsService] })
export class EntryNewsModule {}
