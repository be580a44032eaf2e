import type { checksInEnglish } from './checks.en.js';

/** The same in Arabic. Not reviewed by a native speaker. */
export const checksInArabic: typeof checksInEnglish = {
  keep: 'إبقاؤه كما هو',
  access: { title: 'إنهاء هذا الوصول؟' },
  payment: { title: 'إلغاء هذه الدفعة؟' },
  mandate: {
    title: 'إلغاء هذا التفويض؟',
    says: 'ينتهي فورًا ونهائيًا: لا يمكن تحصيل شيء بعد ذلك، ولا يمكن استئنافه. ما عليك للدائن يبقى عليك.',
  },
  refund: { title: 'استرداد هذا التحصيل؟', says: 'يُعاد المبلغ إلى حسابك. لا يمكن التراجع عن ذلك هنا، وما عليك للدائن يبقى عليك.' },
  report: { title: 'ألم تطلب ذلك؟', says: 'ينتهي الطلب، وتضيع موافقة المالك الآخر، ونُبلَّغ لنفحص الأمر. لا يمكن التراجع عن ذلك.' },
  refusal: { title: 'رفض هذا الطلب؟', says: 'تضيع موافقة المالك الآخر، وعلى الخدمة أن تطلب من جديد. لا يمكن التراجع عن ذلك.' },
};
