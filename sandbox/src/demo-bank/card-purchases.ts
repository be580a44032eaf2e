import { Chance } from '@open-banking/simulators/chance';
import type { Bank } from './bank.js';
import { dateOf, instantOf, monthsLater, type Day } from './calendar.js';
import type { Currency } from './current-account.js';
import { inMajor, rateText, share, type Minor } from './money.js';
import { foreignShops, shops, type ForeignShop, type Shop } from './places.js';
import { words, type Language } from './words.js';

export interface CardKind {
  readonly product: string;
  readonly name: string;
  readonly prefix: string;
  readonly perDay: number;
  readonly highest: number;
}

/** One use of a card. Negative amounts are owed by the customer. */
export interface Purchase {
  readonly day: Day;
  readonly bookingDay: Day;
  readonly amount: Minor;
  readonly facts: object;
  /** Fields that only a booked transaction has. */
  readonly billed: object;
}

const markupPerCent = 2.5;
const instalmentText = words('Instalment', 'תשלום');
const refundText = words('Refund', 'זיכוי');
const ofText = words('of', 'מתוך');

/** Shops by weight: the corner shop is visited more often than the electronics shop. */
const weighted = <S extends Shop>(list: readonly S[]): S[] => list.flatMap((shop) => Array.from({ length: shop.weight }, () => shop));
const athome = weighted(shops);
const abroad = weighted(foreignShops);

/** All uses of a card in the period, in booking order. */
export function purchases(currency: Currency, language: Language, kind: CardKind, bank: Bank, chance: Chance): Purchase[] {
  const { first, last } = bank.period;
  const list: Purchase[] = [];
  for (let day = first; day <= last; day += 1) {
    for (let times = timesADay(kind.perDay, chance); times > 0; times -= 1)
      list.push(...purchase(day, currency, language, kind, bank, chance));
  }
  const known = list.filter(({ day, amount }) => day <= last && amount !== 0);
  return known.sort((a, b) => a.bookingDay - b.bookingDay || a.day - b.day);
}

const timesADay = (perDay: number, chance: Chance): number => {
  let times = 0;
  for (let left = perDay * 2; left > 0; left -= 1) if (chance.happens(Math.min(1, left) / 2)) times += 1;
  return times;
};

function purchase(day: Day, currency: Currency, language: Language, kind: CardKind, bank: Bank, chance: Chance): Purchase[] {
  if (currency === 'EUR' || chance.happens(0.06)) return [foreign(day, currency, bank, chance)];
  const shop = chance.pick(athome);
  const amount = share(chance.amount(shop.from, shop.to), kind.highest * 100);
  const facts = { ...acceptor(shop, language), ...till(day, chance) };
  if (amount > 90_000 && chance.happens(0.5)) return inInstalments(day, amount, facts, language, chance);
  if (chance.happens(0.008))
    return [
      used(
        day,
        share(amount, 60),
        { ...facts, transactionDetails: refundText[language], proprietaryBankTransactionCode: 'REFUND' },
        {},
        chance,
      ),
    ];
  return [used(day, -amount, { ...facts, proprietaryBankTransactionCode: 'PURCHASE' }, {}, chance)];
}

function used(day: Day, amount: Minor, facts: object, billed: object, chance: Chance): Purchase {
  return { day, bookingDay: day + chance.between(1, 2), amount, facts: { amount: inMajor(amount), ...facts }, billed };
}

function foreign(day: Day, currency: Currency, bank: Bank, chance: Chance): Purchase {
  const shop: ForeignShop = chance.pick(abroad);
  const original = chance.amount(shop.from, shop.to);
  const facts = { ...acceptor(shop, 'en'), ...till(day, chance), proprietaryBankTransactionCode: 'PURCHASE' };
  if (shop.currency === currency) return used(day, -original, facts, {}, chance);
  const rate = bank.market.rate(shop.currency, currency, day);
  const fee = share(Math.round(original * rate), markupPerCent);
  const amount = Math.round(original * rate) + fee;
  const currencyExchange = [
    {
      sourceCurrency: shop.currency,
      exchangeRate: rateText(rate),
      unitCurrency: shop.currency,
      targetCurrency: currency,
      quotationDate: dateOf(day),
    },
  ];
  return used(
    day,
    -amount,
    { ...facts, originalAmount: inMajor(-original), originalCurrency: shop.currency, currencyExchange },
    { markupFee: inMajor(fee), markupFeePercentage: String(markupPerCent), grandTotalAmount: inMajor(-amount) },
    chance,
  );
}

/** Larger purchases are paid in monthly instalments; the whole price is the original amount. */
function inInstalments(day: Day, amount: Minor, facts: object, language: Language, chance: Chance): Purchase[] {
  const count = chance.pick([3, 3, 6, 10, 12]);
  const each = Math.floor(amount / count);
  return Array.from({ length: count }, (_, index) => {
    const part = index === 0 ? amount - each * (count - 1) : each;
    const transactionDetails = `${instalmentText[language]} ${index + 1} ${ofText[language]} ${count}`;
    return used(
      monthsLater(day, index),
      -part,
      {
        ...facts,
        transactionDetails,
        originalAmount: inMajor(-amount),
        originalCurrency: 'ILS',
        proprietaryBankTransactionCode: 'INSTALMENT',
      },
      { grandTotalAmount: inMajor(-part) },
      chance,
    );
  });
}

const acceptors = new Map<
  Shop,
  { cardAcceptorId: string; cardAcceptorPhone: string; cardAcceptorBuilding: string; cardAcceptorPostCode: string }
>();

function acceptor(shop: Shop | ForeignShop, language: Language): object {
  let fixed = acceptors.get(shop);
  if (!fixed) {
    const chance = new Chance(`shop:${shop.name.en}`);
    const phone = 'country' in shop ? `+1-555-01${chance.digits(2)}` : `+972-3-555${chance.digits(4)}`;
    fixed = {
      cardAcceptorId: `A${chance.digits(10)}`,
      cardAcceptorPhone: phone,
      cardAcceptorBuilding: String(chance.between(1, 180)),
      cardAcceptorPostCode: chance.digits(7),
    };
    acceptors.set(shop, fixed);
  }
  const country = 'country' in shop ? shop.country : 'IL';
  return {
    cardAcceptorName: shop.name[language],
    cardAcceptorStreet: shop.street,
    cardAcceptorTown: shop.town,
    cardAcceptorCountry: country,
    merchantCategoryCode: shop.mcc,
    ...fixed,
  };
}

const till = (day: Day, chance: Chance): object => ({
  terminalId: `T${chance.digits(7)}`,
  acceptorTransactionAt: instantOf(day, chance.between(0, 899)),
});
