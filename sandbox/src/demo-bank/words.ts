export type Language = 'en' | 'he';

/** A text in both languages of the bank. */
export interface Words {
  readonly en: string;
  readonly he: string;
}

export const words = (en: string, he: string): Words => ({ en, he });
