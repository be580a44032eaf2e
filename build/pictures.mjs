// `npm run generate -- pictures`: starts a bank of its own and writes the pictures of the README, light and dark, to docs/pictures: the
// portal, the approval of a payment, and the operator's view. Run it when these pages have changed. `PORT`: what the portal shows, 8080.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { customersFile } from '@open-banking/installation/customers-file';
import { readOperatorFile } from '@open-banking/installation/operator-file';
import { startBank } from '@open-banking/sandbox/bank';
import { addClient, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../testing/dist/chromium.js';
import { palettePng } from './pictures/palette-png.mjs';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const openbank = join(root, 'cli/bin/openbank.mjs');
const desktop = { width: 1_120, height: 840 };
/** The approval page is one column, up to the account. */
const column = { width: 640, height: 962 };
const folder = mkdtempSync(join(tmpdir(), 'open-banking-pictures-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);
const operatorFile = join(folder, 'operator.json');

/** Takes a picture of what the page shows, in both colour schemes. */
async function take(page, name) {
  await page.addStyleTag({ content: '*{caret-color:transparent!important}::-webkit-scrollbar{display:none}' }).catch(() => undefined);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const png = palettePng(await page.screenshot());
    writeFileSync(join(pictures, `${name}-${colorScheme}.png`), png);
    console.log(`docs/pictures/${name}-${colorScheme}.png  ${Math.round(png.length / 1024)} KiB`);
  }
}

async function portal(page, bank) {
  await page.goto(bank.baseUrl);
  await take(page, 'portal');
}

/** A shop asks for a payment, and the customer signs in to approve it. */
async function approval(page, party, customer) {
  const { access_token: token } = await party.clientToken('payments', 'PIS');
  const body = {
    debtorAccount: { iban: customer.accounts.find(({ kind, currency }) => kind === 'account' && currency === 'EUR').reference.iban },
    instructedAmount: { currency: 'EUR', amount: '42.50' },
    creditorAccount: { iban: 'DE89370400440532013000' },
    creditorName: 'Coffee House',
  };
  const answer = await party.call('POST', '/v1.7/payments/instant-sepa-credit-transfers', { token, body });
  const { url } = await party.startAuthorization('payments', `PIS:${answer.body.paymentId}`);
  await page.goto(url);
  await page.fill('[name=login]', customer.login);
  await page.fill('[name=password]', customer.password);
  await page.click('[value=sign-in]');
  await page.locator('[value=approve]').waitFor();
  await page.setViewportSize(column);
  await take(page, 'approval');
  await page.setViewportSize(desktop);
}

async function view(page, bank) {
  const here = ['--base-url', bank.baseUrl, '--operator-file', operatorFile];
  execFileSync(process.execPath, [openbank, 'operator', 'add', '--name', 'dana', '--roles', 'read,act,approve', ...here]);
  const child = spawn(process.execPath, [openbank, 'view', '--port', '0', '--as', 'dana', ...here], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface({ input: child.stdout })) if (/^http/.test(line) && (await page.goto(line))) break;
    await take(page, 'view');
  } finally {
    child.kill();
    await once(child, 'close');
  }
}

/** Clients with a customer each, as a bank has them. */
async function withClients(operator, bank, customers) {
  for (const [index, name] of ['Budget Buddy', 'Shopfront', 'Ledgerly', 'Rent Pay'].entries()) {
    const client = await addClient(operator, { name, roles: ['PSP_AI', 'PSP_PI'], redirectUri: 'http://127.0.0.1/back' });
    await grantConsent(new ThirdParty(bank.baseUrl, client), customers[index + 1], { access: { allPsd2: 'allAccounts' } });
  }
}

const bank = await startBank({
  dataDir: join(folder, 'bank'),
  port: Number(process.env.PORT ?? 8080),
  operatorFile,
  demoBank: { customers: 20, seed: '1' },
  settings: { LOG_LEVEL: 'warn' },
});
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const operator = readOperatorFile(operatorFile);
  const customers = JSON.parse(readFileSync(customersFile(bank.folder.demoBank), 'utf8'));
  await withClients(operator, bank, customers);
  const context = await browser.newContext({ viewport: desktop, deviceScaleFactor: 1.25, locale: 'en-GB', bypassCSP: true });
  const page = await context.newPage();
  await portal(page, bank);
  const shop = await addClient(operator, { name: 'Coffee House', roles: ['PSP_PI'], redirectUri: 'https://coffee.example/back' });
  await approval(page, new ThirdParty(bank.baseUrl, shop), customers[0]);
  await view(page, bank);
} finally {
  await browser.close();
  await bank.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
