import type { ActivityWords } from './activity.en.js';

/** A noun after such a number is in the plural. */
const isFew = (number: number): boolean => number % 100 >= 3 && number % 100 <= 10;

const times = (number: number): string => {
  if (number === 1) return 'مرة واحدة';
  if (number === 2) return 'مرتين';
  return isFew(number) ? `${number} مرات` : `${number} مرة`;
};

/** Texts of the activity page in Arabic. Not reviewed by a native speaker. */
export const activityInArabic: ActivityWords = {
  title: 'النشاط',
  lead: 'ما فعلته خدمات الآخرين ببياناتك، وما وافقت عليه. الأحدث أولًا.',
  none: 'لم يُقرأ شيء في هذا اليوم ولم تتم الموافقة على شيء.',
  nothing: 'لم يُقرأ شيء في آخر 30 يومًا ولم تتم الموافقة على شيء.',
  summary: (total, day, most) => `في آخر 30 يومًا، عدد الطلبات والموافقات: ${total}. كان أكثر الأيام نشاطًا ${day}، وعددها فيه ${most}.`,
  table: 'عرض الأيام في جدول',
  day: 'اليوم',
  number: 'الطلبات والموافقات',
  atLeast: (number) => `${number} أو أكثر`,
  service: 'الخدمة',
  all: 'كل الخدمات',
  show: 'عرض',
  experts: 'للخبراء',
  single: 'كل طلب في هذا اليوم على حدة',
  when: (number, first, last) =>
    number === 1 || first === last ? `${times(number)}، في الساعة ${first}` : `${times(number)} بين ${first} و${last}`,
  period: (first, last) => (first === last ? `في الساعة ${first}` : `بين ${first} و${last}`),
  several: {
    approvedPayment: (number) => {
      if (number === 2) return 'وافقت على دفعتين طلبتهما الخدمة،';
      return `وافقت على ${number} ${isFew(number) ? 'دفعات' : 'دفعة'} طلبتها الخدمة،`;
    },
    approvedMandate: (number) => {
      if (number === 2) return 'وافقت على خصمين مباشرين طلبتهما الخدمة،';
      return `وافقت على ${number} ${isFew(number) ? 'خصومات مباشرة طلبتها' : 'خصمًا مباشرًا طلبته'} الخدمة،`;
    },
    approvedCancellation: (number) => {
      if (number === 2) return 'وافقت على إلغاء خصمين مباشرين،';
      return `وافقت على إلغاء ${number} ${isFew(number) ? 'خصومات مباشرة' : 'خصمًا مباشرًا'}،`;
    },
  },
  kinds: {
    lists: 'قراءة قائمة حساباتك',
    details: 'قراءة تفاصيل حساب',
    balances: 'قراءة أرصدتك',
    transactions: 'قراءة حركاتك',
    holdings: 'قراءة أوراقك المالية وأوامرك',
    loans: 'قراءة شروط قروضك وأرصدتها',
    payment: 'قراءة دفعة طلبتها الخدمة،',
    mandate: 'قراءة تفويض خصم مباشر طلبته الخدمة،',
    access: 'التحقق من وصول الخدمة نفسها، دون قراءة بياناتك،',
    paymentStatus: 'التحقق من حالة دفعة، دون قراءة بياناتك،',
    mandateStatus: 'التحقق من حالة خصم مباشر، دون قراءة بياناتك،',
    approvedAccess: 'وافقت على وصول الخدمة',
    approvedPayment: 'وافقت على دفعة طلبتها الخدمة',
    approvedMandate: 'وافقت على خصم مباشر طلبته الخدمة',
    approvedCancellation: 'وافقت على إلغاء خصم مباشر',
    other: 'شيء آخر',
  },
};
