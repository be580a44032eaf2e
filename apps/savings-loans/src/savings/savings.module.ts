import { Module } from '@nestjs/common';
import { ContractStatementsService } from '../contracts/contract-statements.service.js';
import { ContractsService } from '../contracts/contract.service.js';
import { SavingsController } from './savings.controller.js';
import { SavingsService } from './savings.service.js';

@Module({ controllers: [SavingsController], providers: [SavingsService, ContractsService, ContractStatementsService] })
export class SavingsModule {}
