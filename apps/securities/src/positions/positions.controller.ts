import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { securities, type ParamsOf } from '@open-banking/spec';
import { evaluationFaults } from '../instruments/evaluation.js';
import { Positions, PositionsQuery } from './positions.messages.js';
import { PositionsService } from './positions.service.js';

@Controller()
export class PositionsController {
  constructor(private readonly positions: PositionsService) {}

  @Serves(securities.listPositions, {
    description: 'Lists the positions of one securities account as of now, with their latest prices and values.',
    query: PositionsQuery,
    queryFaults: evaluationFaults,
    answers: Positions,
  })
  list(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { securitiesAccountId }: ParamsOf<typeof securities.listPositions.path>,
  ): Promise<Positions> {
    return this.positions.list(principal, securitiesAccountId);
  }
}
