#!/usr/bin/env bash
# Package: npm `node` 24.21.0 (ICU 78.3, CLDR 48), compared with npm `currency-codes` 2.2.0 (ISO 4217 list one).
# Expected: `new Intl.NumberFormat('en', { style: 'currency', currency })` shows an amount with the decimals that ISO 4217 gives its currency.
# Observed: it takes the decimals from CLDR, which has none for HUF, COP, IDR, ALL, PKR, IQD and others.
#   12.50 HUF appears as 13, and 1.234 IQD as 1. No error is raised.
# Why people in this field meet it: a page or a statement that formats an amount by its currency alone shows the customer
#   another amount than the one that is paid. An interface that follows ISO 4217 states forint with two decimals.
# Remedy: give minimumFractionDigits and maximumFractionDigits from ISO 4217, as the bank's own pages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf %s '{"private":true,"allowScripts":{"node":true}}' >package.json
npm install --no-audit --no-fund node@24.21.0 currency-codes@2.2.0 >install.log 2>&1 || { cat install.log; exit 1; }
cat >digits.mjs <<'JS'
import codes from 'currency-codes';
const currencyFormat = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
const differing = codes
  .codes()
  .map((currency) => ({ currency, iso: codes.code(currency).digits, intl: currencyFormat(currency).resolvedOptions().maximumFractionDigits }))
  .filter(({ iso, intl }) => iso > intl);
console.log(`Node ${process.version}, ICU ${process.versions.icu}, CLDR ${process.versions.cldr}`);
console.log(`Fewer decimals than ISO 4217: ${differing.map(({ currency, iso, intl }) => `${currency} ${intl} for ${iso}`).join(', ')}`);
for (const [amount, currency] of [[12.5, 'HUF'], [1.234, 'IQD'], [12.5, 'EUR']]) console.log(`${amount} ${currency}: ${currencyFormat(currency).format(amount)}`);
const seen = ['HUF', 'COP', 'IDR', 'ALL', 'PKR', 'IQD'].every((currency) => differing.some((row) => row.currency === currency));
process.exitCode = seen && /13$/.test(currencyFormat('HUF').format(12.5)) ? 0 : 1;
JS
if node_modules/node/bin/node digits.mjs; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
