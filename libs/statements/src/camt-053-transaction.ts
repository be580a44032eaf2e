import { Decimal, textParts, type Amount } from '@open-banking/messages';
import type { BankTimes } from './bank-times.js';
import { accountId, amountOf, unsignedAmount } from './camt-053-parts.js';
import type { Address, CardUse, Charge, Exchange, ListedEntry } from './listed-entry.js';
import { element, textElement, type Xml } from './xml.js';

/** ISO 20022 EntryTransaction10, its elements in the order of the schema. */
export function transactionDetails(entry: ListedEntry, returnReason: string | undefined, times: BankTimes): Xml | undefined {
  const { cardUse } = entry;
  const acceptedAt = cardUse && times.at(new Date(cardUse.acceptedAt));
  return element('TxDtls', [
    element('Refs', [
      textElement('AcctSvcrRef', entry.transactionId, 35),
      textElement('InstrId', entry.instructionId, 35),
      textElement('EndToEndId', entry.endToEndId, 35),
      textElement('TxId', entry.interbankId, 35),
      textElement('MndtId', entry.mandateId, 35),
      textElement('ChqNb', entry.checkId, 35),
    ]),
    ...amountOf(entry.transactionAmount),
    amounts(entry, times),
    element(
      'Chrgs',
      (entry.charges ?? []).map((one) => charge(one, entry.transactionAmount)),
    ),
    parties(entry),
    element('RltdAgts', [agent('DbtrAgt', entry.debtorAgent), agent('CdtrAgt', entry.creditorAgent)]),
    element('Purp', [entry.purposeCode && /^[A-Za-z0-9]{1,4}$/.test(entry.purposeCode) ? textElement('Cd', entry.purposeCode) : undefined]),
    element('RmtInf', [
      ...textParts(entry.remittanceInformationUnstructured ?? '', 140).map((part) => textElement('Ustrd', part)),
      element('Strd', [element('CdtrRefInf', [textElement('Ref', entry.remittanceInformationStructured, 35)])]),
    ]),
    element('RltdDts', [cardUse && textElement('TxDtTm', purchaseTime(cardUse, acceptedAt!, times))]),
    element('RtrInf', [element('Rsn', [textElement('Cd', returnReason)])]),
    cardUse && cardTransaction(cardUse, acceptedAt!),
  ]);
}

/** ISO 20022 AmountAndCurrencyExchange3. A rate belongs to the amount of the purchase, or to that of the entry where there is no other. */
function amounts(entry: ListedEntry, times: BankTimes): Xml | undefined {
  const { transactionAmount, originalAmount, grandTotalAmount, currencyExchange = [] } = entry;
  const [first, ...further] = currencyExchange.map((one) => exchange(one, times));
  const own = (type: string, amount: Amount | undefined, rate?: Xml): Xml | undefined =>
    amount && element('PrtryAmt', [textElement('Tp', type), unsignedAmount('Amt', amount), rate]);
  return element('AmtDtls', [
    originalAmount && element('InstdAmt', [unsignedAmount('Amt', originalAmount), first]),
    originalAmount || !first ? undefined : element('TxAmt', [unsignedAmount('Amt', transactionAmount), first]),
    ...further.map((rate) => rate && own('EXCHANGE', transactionAmount, rate)),
    own('GRAND_TOTAL', grandTotalAmount),
  ]);
}

/** ISO 20022 CurrencyExchange5; its rate is required. */
function exchange(given: Exchange, times: BankTimes): Xml | undefined {
  const rate = schemaRate(given.exchangeRate);
  if (rate === undefined) return undefined;
  const { quotationDate } = given;
  return element('CcyXchg', [
    textElement('SrcCcy', given.sourceCurrency),
    textElement('TrgtCcy', given.targetCurrency),
    textElement('UnitCcy', given.unitCurrency),
    textElement('XchgRate', rate),
    textElement('CtrctId', given.contractIdentification, 35),
    textElement('QtnDt', quotationDate === undefined ? undefined : times.beginOf(quotationDate)),
  ]);
}

/** At most eleven digits, ten of them after the point, as the schema has them: a longer rate is rounded. */
function schemaRate(text: string): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
  const whole = text.split('.')[0]!.replace(/^0+/, '').length;
  if (whole > 11) return undefined;
  const places = Math.min(10, 11 - whole);
  return (text.split('.')[1] ?? '').length <= places ? text : new Decimal(text).toDecimalPlaces(places).toFixed();
}

/** ISO 20022 ChargesRecord3: part of the amount of its entry, and of its direction. */
const charge = ({ amount, type, percentage }: Charge, { amount: moved }: Amount): Xml | undefined =>
  element('Rcrd', [
    unsignedAmount('Amt', amount),
    textElement('CdtDbtInd', moved.startsWith('-') ? 'DBIT' : 'CRDT'),
    textElement('ChrgInclInd', 'true'),
    element('Tp', [element('Prtry', [textElement('Id', type, 35)])]),
    textElement('Rate', percentage === undefined ? undefined : schemaRate(percentage)),
  ]);

const parties = (entry: ListedEntry): Xml | undefined => {
  const merchant = { organisationId: entry.merchantId, phone: entry.merchantPhone };
  const isPaid = entry.transactionAmount.amount.startsWith('-');
  return element('RltdPties', [
    party('Dbtr', entry.debtorName, entry.debtorAddress, isPaid ? {} : merchant),
    element('DbtrAcct', [entry.debtorAccount && accountId(entry.debtorAccount)]),
    party('UltmtDbtr', entry.ultimateDebtor),
    party('Cdtr', entry.creditorName, entry.creditorAddress, { personalId: entry.creditorId, ...(isPaid && merchant) }),
    element('CdtrAcct', [entry.creditorAccount && accountId(entry.creditorAccount)]),
    party('UltmtCdtr', entry.ultimateCreditor),
  ]);
};

interface PartyFacts {
  readonly personalId?: string | undefined;
  readonly organisationId?: string | undefined;
  readonly phone?: string | undefined;
}

const party = (
  name: string,
  partyName: string | undefined,
  address: Address = {},
  { personalId, organisationId, phone }: PartyFacts = {},
): Xml | undefined =>
  element(name, [
    element('Pty', [
      textElement('Nm', partyName, 140),
      element('PstlAdr', [
        textElement('StrtNm', address.streetName, 70),
        textElement('BldgNb', address.buildingNumber, 16),
        textElement('PstCd', address.postCode, 16),
        textElement('TwnNm', address.townName, 35),
        textElement('Ctry', address.country),
      ]),
      element('Id', [
        organisationId === undefined
          ? element('PrvtId', [element('Othr', [textElement('Id', personalId, 35)])])
          : element('OrgId', [element('Othr', [textElement('Id', organisationId, 35)])]),
      ]),
      // `PhneNb` is of another form than numbers that people write.
      element('CtctDtls', [
        phone === undefined ? undefined : element('Othr', [textElement('ChanlTp', 'PHON'), textElement('Id', phone, 128)]),
      ]),
    ]),
  ]);

const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const agent = (name: string, code: string | undefined): Xml | undefined =>
  code !== undefined && bic.test(code) ? element(name, [element('FinInstnId', [textElement('BICFI', code)])]) : undefined;

/** The time at which the card was accepted; the day alone where that is not the day on which it was used. */
const purchaseTime = ({ day }: CardUse, acceptedAt: string, times: BankTimes): string =>
  acceptedAt.startsWith(day) ? acceptedAt : times.beginOf(day);

/** ISO 20022 CardTransaction17: the terminal, the category of the merchant and the purchase as the card's network knows it. */
const cardTransaction = ({ transactionId, terminalId, merchantCategoryCode }: CardUse, acceptedAt: string): Xml | undefined =>
  element('CardTx', [
    element('POI', [element('Id', [textElement('Id', terminalId, 35)])]),
    element('Tx', [
      element('Indv', [
        textElement('TxCtgy', merchantCategoryCode, 4),
        element('TxId', [textElement('TxDtTm', acceptedAt), textElement('TxRef', transactionId, 35)]),
      ]),
    ]),
  ]);
