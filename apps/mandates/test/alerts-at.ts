import { until, type NotificationReceiver, type TestCustomer } from '@open-banking/testing';

/** What the bank's server of alerts was sent for a customer. */
export function alertsAt(server: () => NotificationReceiver) {
  const sentTo = ({ psuId }: TestCustomer) => server().received.filter(({ body }) => body['psuId'] === psuId);
  /** What the server has confirmed for a customer, in its order. */
  const delivered = (customer: TestCustomer) => sentTo(customer).filter(({ status }) => status === 204);
  const kinds = (customer: TestCustomer) => delivered(customer).map(({ body }) => body['kind']);
  const untilDelivered = (customer: TestCustomer, ...expected: string[]) =>
    until(`alerts ${expected.join()}`, () => expected.every((kind) => kinds(customer).includes(kind)));
  return { sentTo, delivered, kinds, untilDelivered };
}
