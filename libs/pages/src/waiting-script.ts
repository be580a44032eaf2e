import { hash } from 'node:crypto';

/**
 * Asks whether the app has answered, after one second, then more and more seldom up to every five seconds, and at once when the customer
 * comes back to the page; then presses the button that goes on. Without script the customer presses it.
 */
export const waitingScript = `
const form = document.querySelector('form[data-waits]');
let pause = 1000, timer, asking = false;
const look = async () => {
  if (asking) return;
  asking = true;
  clearTimeout(timer);
  try {
    const answer = await fetch(form.dataset.waits, { cache: 'no-store' });
    const ended = answer.status === 403 || answer.status === 404;
    if (ended || (answer.ok && (await answer.json()).state !== 'waiting')) return form.requestSubmit(form.querySelector('[value=go-on]'));
  } catch {}
  asking = false;
  pause = Math.min(pause * 1.3, 5000);
  timer = setTimeout(look, pause);
};
timer = setTimeout(look, pause);
document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
`.trim();

export const waitingScriptHash = `'sha256-${hash('sha256', waitingScript, 'base64')}'`;
