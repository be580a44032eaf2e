import { contractStatements } from '../contracts/contract.statements.js';

export const loansStatements = contractStatements(
  'loan',
  'a.collaterals_involved as "collateralsInvolved", a.guarantee_involved as "guaranteeInvolved"',
);
