import type { Page } from '@open-banking/testing/browser';

const maxStops = 120;

/** Where the focus is: whether it can be seen, and whether it comes after `before` in the page. */
const focusInPage = `(() => {
  const { activeElement: now, body, documentElement } = document;
  const before = window.focusedBefore;
  window.focusedBefore = now;
  const { top, bottom, left, right, width } = now.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(now);
  return {
    tag: now.outerHTML.slice(0, 120),
    left: now === body,
    visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 0 && bottom > 0 && right > 0
      && top < documentElement.clientHeight && left < documentElement.clientWidth,
    inOrder: !before || !before.isConnected || (before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  };
})()`;

interface Focus {
  readonly tag: string;
  readonly left: boolean;
  readonly visible: boolean;
  readonly inOrder: boolean;
}

/** Somebody without a mouse. Every stop on the way is seen, and comes after the one before. */
export class KeyboardUser {
  constructor(private readonly page: Page) {}

  /** Tabs to an element. */
  async tabTo(selector: string): Promise<void> {
    await this.page.locator(selector).first().waitFor();
    const isThere = () =>
      this.page
        .locator(selector)
        .first()
        .evaluate((element) => element.matches(':focus'));
    if (await isThere()) return;
    for (let stops = 0; stops < maxStops; stops += 1) {
      await this.page.keyboard.press('Tab');
      const focus = (await this.page.evaluate(focusInPage)) as Focus;
      if (focus.left) throw new Error(`${selector} is not reached by Tab`);
      if (!focus.visible) throw new Error(`The focus is not visible at ${focus.tag}`);
      if (!focus.inOrder) throw new Error(`The focus goes back to ${focus.tag}`);
      if (await isThere()) return;
    }
    throw new Error(`${selector} is more than ${maxStops} stops away`);
  }

  /** Tabs to a link or button, presses Enter and waits for the page it leads to. */
  async press(selector: string): Promise<void> {
    await this.tabTo(selector);
    const loaded = this.page.waitForEvent('load');
    await this.page.keyboard.press('Enter');
    await loaded;
  }
}
