import type { AlertWords } from './alerts.en.js';

const check = 'إذا لم تكن أنت من فعل ذلك، فاتصل بنا فورًا.';

/** Alerts in Arabic. */
export const alertsInArabic: AlertWords = {
  kinds: {
    'access-waits': ({ client }) => ['الوصول ينتظر مالكًا آخر', `وافقت على وصول ${client}. ينتظر الطلب موافقة مالك آخر. ${check}`],
    'access-given': ({ client }) => ['وصول جديد إلى حساباتك', `يمكن الآن أن يطّلع ${client} على حساباتك، كما وافقت. ${check}`],
    'access-ended': ({ client }) => ['انتهى الوصول', `انتهى وصول ${client} الذي وافقت عليه.`],
    'payment-waits': ({ client, creditor, amount }) => [
      'الدفعة تنتظر مالكًا آخر',
      `وافقت على دفعة بمبلغ ${amount} إلى ${creditor} بطلب من ${client}. تنتظر الدفعة موافقة مالك آخر. ${check}`,
    ],
    'payment-approved': ({ client, creditor, amount }) => [
      'تمت الموافقة على الدفعة',
      `تمت الموافقة على دفعة بمبلغ ${amount} إلى ${creditor} بطلب من ${client}. ${check}`,
    ],
    'payment-executed': ({ creditor, amount }) => ['نُفّذت الدفعة', `نُفّذت دفعتك بمبلغ ${amount} إلى ${creditor}.`],
    'payment-rejected': ({ creditor, amount }) => ['لم تُنفّذ الدفعة', `رُفضت دفعتك بمبلغ ${amount} إلى ${creditor}.`],
    'payment-cancelled': ({ creditor, amount }) => ['أُلغيت الدفعة', `أُلغيت دفعتك بمبلغ ${amount} إلى ${creditor}.`],
    'payment-returned': ({ creditor, amount }) => ['أُعيدت الدفعة', `أعاد المصرف الآخر دفعتك بمبلغ ${amount} إلى ${creditor}.`],
    'payment-postponed': ({ creditor, amount, day }) => [
      'الدفعة في يوم آخر',
      `ستُنفّذ دفعتك بمبلغ ${amount} إلى ${creditor} في ${day}، لأن الدفعات لا تُنفّذ في اليوم المقرر سابقًا.`,
    ],
    'mandate-waits': ({ creditor }) => [
      'التفويض ينتظر مالكًا آخر',
      `وافقت على تفويض لصالح ${creditor}. ينتظر التفويض موافقة مالك آخر. ${check}`,
    ],
    'mandate-active': ({ creditor }) => ['التفويض ساري المفعول', `يحق لـ${creditor} الخصم من حسابك بموجب تفويض وافقت عليه. ${check}`],
    'mandate-suspended': ({ creditor }) => ['عُلّق التفويض', `لا يمكن لـ${creditor} الخصم من حسابك حاليًا.`],
    'mandate-ended': ({ creditor }) => ['انتهى التفويض', `لم يعد بإمكان ${creditor} الخصم بموجب التفويض الذي وافقت عليه.`],
    'collection-presented': ({ creditor, amount }) => ['خصم', `يخصم ${creditor} مبلغ ${amount} بموجب تفويضك.`],
    'third-parties-off': () => ['لا أطراف ثالثة بعد الآن', `قررت ألّا يرى أي طرف ثالث حساباتك أو يستخدمها. ${check}`],
    'third-parties-on': () => [
      'الأطراف الثالثة ممكنة من جديد',
      `يمكن للأطراف الثالثة التي توافق عليها أن ترى حساباتك وتستخدمها من جديد. ${check}`,
    ],
  },
  title: 'التنبيهات',
  link: 'اختر ما ننبّهك إليه',
  lead: 'نخبرك دائمًا بكل وصول جديد وكل دفعة تمت الموافقة عليها وكل تفويض جديد، لكي تلاحظ ما لم تفعله بنفسك. ويمكنك اختيار الباقي.',
  also: 'أخبرني أيضًا عن',
  groups: {
    access: 'انتهاء الوصول',
    payments: 'الدفعات المنفّذة أو المرفوضة أو الملغاة أو المعادة أو المنقولة إلى يوم آخر',
    mandates: 'التفويضات المعلّقة أو المنتهية',
    collections: 'عمليات الخصم بموجب تفويضاتي',
  },
  by: 'أخبرني',
  channels: { app: 'في التطبيق', email: 'بالبريد الإلكتروني' },
  save: 'حفظ',
  saved: 'حُفظ اختيارك للتنبيهات.',
};
