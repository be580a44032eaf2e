import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { securities, type ParamsOf } from '@open-banking/spec';
import { Orders, ordersFaults, OrdersQuery } from './orders.messages.js';
import { OrdersService } from './orders.service.js';

@Controller()
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Serves(securities.listOrders, {
    description: 'Lists orders of one securities account by status and period, newest first, in pages.',
    query: OrdersQuery,
    queryFaults: ordersFaults,
    answers: Orders,
  })
  list(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { securitiesAccountId }: ParamsOf<typeof securities.listOrders.path>,
    @Query() query: OrdersQuery,
  ): Promise<Orders> {
    return this.orders.list(principal, securitiesAccountId, query);
  }
}
