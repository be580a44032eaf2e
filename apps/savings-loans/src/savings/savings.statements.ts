import { contractStatements } from '../contracts/contract.statements.js';

export const savingsStatements = contractStatements(
  'savings',
  'null::boolean as "collateralsInvolved", null::boolean as "guaranteeInvolved"',
);
