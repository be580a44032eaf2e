// Compares the years that the calendar generates by rule with independent libraries, for fifty years: the shekel's holidays and short days
// with @hebcal/core from npm (GPL-2.0, so it is installed in a fresh folder and is never a dependency), and the closing days of T2 with
// `holidays` from PyPI. By hand: `npm run compile && node build/check-calendar.mjs`, with PYTHON where pip is (default: python3).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { daysByRule } from '../apps/ais-pis/dist/calendar/generated-years.js';

const years = Array.from({ length: 50 }, (_, later) => 2024 + later);
const python = process.env.PYTHON ?? 'python3';

const folder = mkdtempSync(join(tmpdir(), 'check-calendar-'));
const run = (program, args) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', env: { ...process.env, PYTHONPATH: folder } });
run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, '@hebcal/core@6.9.3']);
run(python, [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--disable-pip-version-check',
  '--root-user-action=ignore',
  '--target',
  folder,
  'holidays==0.109',
]);
// A module inside the folder finds the package as Node does.
writeFileSync(join(folder, 'hebcal.mjs'), "export { HebrewCalendar } from '@hebcal/core';\n");
const { HebrewCalendar } = await import(pathToFileURL(join(folder, 'hebcal.mjs')));
const target = JSON.parse(
  run(python, [
    '-c',
    `import holidays, json; print(json.dumps([f"{day} {name}" for day, name in holidays.financial_holidays("ECB", years=range(${years[0]}, ${years.at(-1) + 1})).items()]))`,
  ]),
);

const isoDay = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
const later = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The library's names of the days that Directive 402 closes. */
const closed = {
  Purim: 'Purim',
  'Pesach I': 'Passover',
  'Pesach VII': 'Seventh day of Passover',
  'Yom HaAtzma’ut': 'Independence Day',
  "Yom HaAtzma'ut": 'Independence Day',
  Shavuot: 'Shavuot',
  "Tish'a B'Av": "Tisha B'Av",
  'Rosh Hashana': 'Rosh Hashanah',
  'Rosh Hashana II': 'Rosh Hashanah, second day',
  'Erev Yom Kippur': 'Eve of Yom Kippur',
  'Yom Kippur': 'Yom Kippur',
  'Sukkot I': 'Sukkot',
  'Shmini Atzeret': 'Shemini Atzeret',
};
const shortEves = ['Rosh Hashanah', 'Sukkot', 'Shemini Atzeret', 'Passover', 'Seventh day of Passover', 'Independence Day', 'Shavuot'];

function shekelDays(year) {
  const days = HebrewCalendar.calendar({ year, isHebrewYear: false, il: true, numYears: 1 }).flatMap((event) => {
    const name = event
      .getDesc()
      .replace(/^Rosh Hashana \d+$/, 'Rosh Hashana')
      .replace(/^Tish'a B'Av \(observed\)$/, "Tish'a B'Av");
    return closed[name] ? [{ day: isoDay(event.getDate().greg()), name: closed[name] }] : [];
  });
  const eves = days
    .filter(({ name }) => shortEves.includes(name))
    .map(({ day, name }) => `${later(day, -1)} Eve of ${name.replace('Seventh', 'the seventh')} until 14:00`);
  return [...days.map(({ day, name }) => `${day} ${name}`), ...eves];
}

const euroDays = (year) => target.filter((line) => line.startsWith(`${year}-`));

const compared = { EUR: 0, ILS: 0 };
const differing = [];
for (const [currency, expectedOf] of [
  ['EUR', euroDays],
  ['ILS', shekelDays],
])
  for (const year of years) {
    const own = daysByRule(year)
      .filter((one) => one.currency === currency)
      .map(({ day, name, endsAt }) => `${day} ${name}${endsAt ? ` until ${endsAt}` : ''}`);
    const expected = expectedOf(year);
    compared[currency] += expected.length;
    for (const line of own) if (!expected.includes(line)) differing.push(`${currency} only by our rule: ${line}`);
    for (const line of expected) if (!own.includes(line)) differing.push(`${currency} only in the library: ${line}`);
  }
for (const line of differing) console.log(line);
console.log(
  `${years[0]} to ${years.at(-1)}: ${compared.EUR} days of the euro and ${compared.ILS} of the shekel compared, ${differing.length} differences.`,
);
process.exitCode = differing.length > 0 ? 1 : 0;
