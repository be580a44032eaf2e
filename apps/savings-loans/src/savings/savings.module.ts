import { Module } from '@nestjs/common';
import { Contracts } from '../contracts/contract.service.js';
import { SavingsController } from './savings.controller.js';
import { SavingsService } from './savings.service.js';

@Module({ controllers: [SavingsController], providers: [SavingsService, Contracts] })
export class SavingsModule {}
