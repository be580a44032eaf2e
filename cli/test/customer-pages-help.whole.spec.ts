import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServiceSettings } from '@open-banking/config';
import { CustomerPagesHelp, type IssuingSettings } from '@open-banking/issuer';
import { temporaryFolder } from '@open-banking/testing';
import { checkService } from '../src/operator/doctor/service-checks.js';

type Gauge = Parameters<CustomerPagesHelp['startWork']>[0]['gauge'];

describe('the way from the customer pages to the bank', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  const themeWith = (links: object): string => {
    const file = join(folder.path, `${JSON.stringify(links).length}.json`);
    writeFileSync(file, JSON.stringify({ links }));
    return file;
  };
  /** The metric of a service with these settings; undefined where it has none. */
  const measured = async (sandbox: boolean, themeFile?: string): Promise<number | undefined> => {
    const gauges: { readonly name: string; readonly read: Parameters<Gauge>[1] }[] = [];
    const issuing = { bankName: 'Bank', ...(themeFile !== undefined && { themeFile }) } as IssuingSettings;
    const help = new CustomerPagesHelp({ sandbox } as ServiceSettings, issuing);
    await help.startWork({ gauge: ({ name }, read) => gauges.push({ name, read }) });
    const [values] = await Promise.all(gauges.map(({ read }) => read()));
    return values?.[0]?.value;
  };
  /** The finding of the doctor for a service with this metric. */
  const found = async (value: number | undefined) => {
    const metrics = value === undefined ? '' : `openbank_customer_pages_help ${value}\n`;
    const server = createServer((_, response) => response.end(metrics));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { findings } = await checkService('ais-pis', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    server.closeAllConnections();
    return findings.filter(({ check }) => check === 'pages').map(({ status }) => status);
  };

  it('is missed outside the sandbox where the theme names none, and only there', async () => {
    const [without, set] = [themeWith({ privacy: 'https://bank.example/privacy' }), themeWith({ help: 'https://bank.example/help' })];
    expect([await measured(false), await measured(false, without), await measured(false, set)]).toEqual([0, 0, 1]);
    expect([await measured(true), await measured(true, set)]).toEqual([undefined, undefined]);
    expect([await found(0), await found(1), await found(undefined)]).toEqual([['warning'], ['ok'], []]);
  });
});
