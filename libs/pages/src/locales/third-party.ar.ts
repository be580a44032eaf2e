import type { thirdPartyInEnglish } from './third-party.en.js';

/** The same in Arabic. Not reviewed by a native speaker. */
export const thirdPartyInArabic: typeof thirdPartyInEnglish = {
  registeredItself: (client) => `لم نتحقق ممّن يقف وراء ${client}: سجّلت الخدمة نفسها واختارت هذا الاسم بنفسها.`,
  logo: (client) => `شعار ${client}`,
  returnsTo: (host) => `بعد ذلك تعود إلى ${host}.`,
  listedAs: (client, number) => `${client} مدرجة في سجل الخدمات المرخصة تحت الرقم ${number}.`,
  service: 'الخدمة',
  suspended: {
    title: 'هذه الخدمة موقوفة',
    says: (client) =>
      `أوقفنا ${client} في الوقت الحالي: لا يمكنها رؤية شيء أو فعل شيء هنا، ولا يمكن الموافقة على شيء لها. ما وافقت عليه من قبل محفوظ. يمكنك إنهاء وصولها لدينا في أي وقت تحت «من يصل إلى حساباتي».`,
    mark: 'أوقفناها في الوقت الحالي: لا ترى شيئًا ولا تفعل شيئًا',
  },
  error: {
    title: 'لا يمكننا قبول هذا الطلب',
    says: (client, host) =>
      `أرسلتك ${client} إلى هنا بطلب لا يمكننا قبوله. لم يُشارَك شيء ولم يُدفع شيء. إذا تابعت فستغادر صفحات مصرفك إلى ${host}. تابع فقط إذا كنت تعرف هذا العنوان وأتيت منه.`,
    leave: (host) => `المتابعة إلى ${host}`,
  },
};
