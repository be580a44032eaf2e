import { Module } from '@nestjs/common';
import { ArrearsController } from './arrears.controller.js';
import { ArrearsService } from './arrears.service.js';

@Module({ controllers: [ArrearsController], providers: [ArrearsService] })
export class ArrearsModule {}
