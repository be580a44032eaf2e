import { html, Html, notice, page, type Frame, type Language } from '@open-banking/pages';

/** The few sentences of the sandbox's provider, which stands for the login of a real bank. */
const english = {
  title: 'The bank’s login',
  lead: 'Here the customers of the bank sign in. It is a program of its own, with pages of its own.',
  login: 'User name',
  password: 'Password',
  code: 'Code of your second factor',
  codeShown: (code: string) => `Sandbox: your app would show the code. It is ${code}, and is filled in.`,
  submit: 'Sign in',
  cancel: 'Cancel',
  wrong: 'User name, password or code is wrong.',
  fault: (fault: string) => `It is set to misbehave: ${fault}.`,
  signOut: 'Sign out of the bank’s login?',
  yes: 'Sign out',
  no: 'Stay signed in',
  signedOut: 'You are signed out',
  error: 'The bank’s login cannot do this',
};
const hebrew: typeof english = {
  title: 'דף הכניסה של הבנק',
  lead: 'כאן נכנסים לקוחות הבנק. זו תוכנה נפרדת, עם דפים משלה.',
  login: 'שם משתמש',
  password: 'סיסמה',
  code: 'קוד האימות הנוסף',
  codeShown: (code) => `סביבת ניסוי: הקוד היה מוצג באפליקציה. הקוד הוא ${code}, והוא כבר מולא.`,
  submit: 'כניסה',
  cancel: 'ביטול',
  wrong: 'שם המשתמש, הסיסמה או הקוד שגויים.',
  fault: (fault) => `מוגדרת תקלה: ${fault}.`,
  signOut: 'לצאת מדף הכניסה של הבנק?',
  yes: 'יציאה',
  no: 'להישאר מחובר',
  signedOut: 'יצאת',
  error: 'דף הכניסה של הבנק אינו יכול לבצע זאת',
};
const arabic: typeof english = {
  title: 'صفحة دخول البنك',
  lead: 'هنا يسجّل عملاء البنك الدخول. هذا برنامج مستقل له صفحاته الخاصة.',
  login: 'اسم المستخدم',
  password: 'كلمة المرور',
  code: 'رمز وسيلة التحقق الثانية',
  codeShown: (code) => `بيئة تجريبية: كان تطبيقك سيعرض الرمز. الرمز هو ${code}، وقد أُدخل مسبقًا.`,
  submit: 'تسجيل الدخول',
  cancel: 'إلغاء',
  wrong: 'اسم المستخدم أو كلمة المرور أو الرمز غير صحيح.',
  fault: (fault) => `ضُبط خلل: ${fault}.`,
  signOut: 'هل تريد تسجيل الخروج من صفحة دخول البنك؟',
  yes: 'تسجيل الخروج',
  no: 'البقاء مسجّلًا',
  signedOut: 'تم تسجيل خروجك',
  error: 'لا تستطيع صفحة دخول البنك تنفيذ ذلك',
};
const catalogue: Readonly<Record<Language, typeof english>> = { en: english, he: hebrew, ar: arabic };
export const pageWords = (language: Language): typeof english => catalogue[language];

export interface ProviderSignIn {
  readonly action: string;
  /** Shown and filled in, where a second factor is asked for. */
  readonly code?: string | undefined;
  readonly login?: string;
  readonly isWrong?: boolean;
  readonly fault?: string | undefined;
}

export function providerSignInPage(frame: Frame, { action, code, login, isWrong = false, fault }: ProviderSignIn): string {
  const words = pageWords(frame.language);
  return page(
    frame,
    words.title,
    html`
<div class="card narrow">
<h1>${words.title}</h1>
<p class="soft">${words.lead}</p>
${fault !== undefined && notice('note', words.fault(fault))}
${isWrong && notice('alert', words.wrong)}
<form method="post" action="${action}">
<label class="field"><span>${words.login}</span>
<input name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${login ?? ''}"></label>
<label class="field"><span>${words.password}</span>
<input name="password" type="password" autocomplete="current-password" required></label>
${
  code !== undefined &&
  html`<label class="field"><span>${words.code}</span>
<input name="code" inputmode="numeric" autocomplete="one-time-code" required value="${code}"></label>
<p class="soft">${words.codeShown(code)}</p>`
}
<div class="row"><button class="main" name="step" value="sign-in">${words.submit}</button></div>
<p class="leave"><button class="link" name="step" value="cancel" formnovalidate>${words.cancel}</button></p>
</form>
</div>`,
  );
}

/** `form`: as oidc-provider writes it; its buttons stand beside it. */
export function providerSignOutPage(frame: Frame, form: string): string {
  const words = pageWords(frame.language);
  return page(
    frame,
    words.signOut,
    html`
<div class="card narrow">
<h1>${words.signOut}</h1>
${new Html(form)}
<div class="row"><button class="main" form="op.logoutForm" name="logout" value="yes">${words.yes}</button>
<button class="second" form="op.logoutForm">${words.no}</button></div>
</div>`,
  );
}
