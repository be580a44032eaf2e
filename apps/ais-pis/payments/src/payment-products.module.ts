import { Module } from '@nestjs/common';
import { readPaymentProducts } from './payment-products.js';
import { PaymentSettings } from './payments.settings.js';
import { PaymentProducts } from './scheme.js';

const products = {
  provide: PaymentProducts,
  inject: [PaymentSettings],
  useFactory: ({ paymentProductsFile: file }: PaymentSettings) => new PaymentProducts(file ? readPaymentProducts(file) : undefined),
};

/** The bank's payment products. A module of its own, because clearing and reconciliation need them without payments. */
@Module({ providers: [products], exports: [PaymentProducts] })
export class PaymentProductsModule {}
