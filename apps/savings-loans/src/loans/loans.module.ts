import { Module } from '@nestjs/common';
import { ContractStatementsService } from '../contracts/contract-statements.service.js';
import { ContractsService } from '../contracts/contract.service.js';
import { LoansController } from './loans.controller.js';
import { LoansService } from './loans.service.js';

@Module({ controllers: [LoansController], providers: [LoansService, ContractsService, ContractStatementsService] })
export class LoansModule {}
