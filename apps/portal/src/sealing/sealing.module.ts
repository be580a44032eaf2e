import { Module } from '@nestjs/common';
import { SealingKeysService } from './sealing-keys.service.js';

/** Keys for what the portal leaves in browsers and tables, readable by itself alone. */
@Module({ providers: [SealingKeysService], exports: [SealingKeysService] })
export class SealingModule {}
