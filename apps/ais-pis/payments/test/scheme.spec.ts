import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { bankProducts } from '../src/payments.module.js';
import { PaymentSettings } from '../src/payments.settings.js';
import { PaymentProducts, schemes } from '../src/payment-products.js';

const shipped = Object.keys(schemes);
const instantInFrancs = { ...schemes['instant-sepa-credit-transfers']!, currencies: ['CHF', 'EUR'], restDays: undefined };
const masav = { ...schemes['masav']!, settlement: 3, restDays: [5] };

describe('the payment products of a bank', () => {
  const banks = {
    shipped: new PaymentProducts(),
    own: new PaymentProducts({ 'instant-francs': instantInFrancs, masav, fp: { ...schemes['fp']!, offered: false } }),
    other: new PaymentProducts({ masav: schemes['masav']! }),
  };

  it('are the shipped ones, or its own, whatever another bank in the same process has', () => {
    expect(Object.values(banks).map(({ offered }) => offered)).toEqual([shipped, ['masav', 'instant-francs'], ['masav']]);
    expect(Object.values(banks).map((bank) => bank.schemeOf('masav'))).toEqual([schemes['masav'], masav, schemes['masav']]);
    expect(Object.values(banks).map((bank) => bank.schemeOf('instant-francs'))).toEqual([undefined, instantInFrancs, undefined]);
  });

  it('include shipped ones that are no longer offered', () => {
    expect(banks.shipped.known).toEqual(shipped);
    expect(banks.own.known).toEqual([...shipped, 'instant-francs']);
    expect(banks.own.schemeOf('zahav')).toEqual({ ...schemes['zahav'], offered: false });
    expect(banks.shipped.schemeOf('zahav')).toBe(schemes['zahav']);
  });

  it('are instant where they are executed within seconds; only offered ones have currencies for limits', () => {
    expect(banks.shipped.instant).toEqual(shipped.filter((product) => schemes[product]!.settlement === 'instant'));
    expect(banks.own.instant).toEqual([...banks.shipped.instant, 'instant-francs']);
    expect(banks.shipped.instantCurrencies).toEqual(['EUR', 'ILS']);
    expect(banks.own.instantCurrencies).toEqual(['CHF', 'EUR']);
    expect(banks.other.instantCurrencies).toEqual([]);
  });

  it('execute a payment whose product was removed as usual, without a fee', () => {
    expect(banks.own.schemeOf('gone')).toBeUndefined();
    expect(banks.own.schemeOf('constructor')).toBeUndefined();
    expect(banks.own.schemeOfPayment('gone')).toMatchObject({ offered: false, settlement: 1, chargeBearers: ['SLEV'], fees: [] });
    expect(banks.own.schemeOfPayment('masav')).toBe(masav);
  });

  it('have days on which they are closed, and a time of settlement', () => {
    expect(banks.own.daysOf('masav')).toEqual({ product: 'masav', settlement: 3, restDays: [5] });
    expect(banks.own.daysOf('instant-francs')).toEqual({ product: 'instant-francs', settlement: 'instant' });
    expect(banks.own.daysOf('gone')).toEqual({ product: 'gone', settlement: 1 });
  });

  it('come from the file that the settings of its service name, also where two services run in one process', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'payment-products-')), 'own.json');
    writeFileSync(file, JSON.stringify({ masav }));
    const services = await Promise.all([file, undefined].map(serviceWith));
    expect(services.map((service) => service.get(PaymentProducts).offered)).toEqual([['masav'], shipped]);
    expect(services.map((service) => service.get(PaymentProducts).schemeOf('masav'))).toEqual([masav, schemes['masav']]);
    await Promise.all(services.map((service) => service.close()));
  });
});

class Settings {}

/** The module of the products in an application of its own, with the settings of one service. */
const serviceWith = (paymentProductsFile: string | undefined) => {
  const provided = { provide: PaymentSettings, useValue: { ...new PaymentSettings(), paymentProductsFile } };
  const settings = { module: Settings, global: true, providers: [provided], exports: [PaymentSettings] };
  return NestFactory.createApplicationContext({ module: class {}, imports: [settings], providers: [bankProducts] }, { logger: false });
};
