import { receiptOperationsInArabic } from './receipt-operations.ar.js';
import type { ReceiptWords } from './receipts.en.js';

/** Texts about the reads of a customer's data, in Arabic. */
export const receiptsInArabic: ReceiptWords = {
  title: 'كل طلبات اليوم',
  lead: 'كل طلب من خدمة للاطلاع على بياناتك وكل موافقة منك، بترتيب الملف المرفق بالإثباتات.',
  none: 'لم يُقرأ شيء في هذا اليوم ولم تتم الموافقة على شيء.',
  lost: 'فُقد جزء من سجلاتنا لهذا اليوم بسبب عطل. قد ينقص هنا شيء تمت قراءته، لك أو لغيرك.',
  before: (day) => `أقدم: ${day}`,
  after: (day) => `أحدث: ${day}`,
  more: 'المزيد من هذا اليوم',
  download: 'تنزيل هذا اليوم مع الإثباتات',
  proofs: 'يثبت الملف أن شيئًا منه لم يتغير لاحقًا. يمكن للبرامج فحصه من دوننا.',
  operations: receiptOperationsInArabic,
  otherOperation: 'شيء آخر',
  gone: 'لم يعد معروضًا هنا.',
  unavailable: 'لا يمكن حاليًا عرض ما يتعلق به ذلك.',
  noSuchDay: 'لا يوجد يوم كهذا. اكتب اليوم هكذا: 2026-11-25. المعروض هو اليوم الحالي.',
  noSuchPlace: 'لا يوجد موضع كهذا في قائمة هذا اليوم. ها هي من بدايتها.',
  noFurther: 'لم يُقرأ شيء آخر في هذا اليوم ولم تتم الموافقة على شيء آخر.',
  beginning: 'من البداية',
  noFile: 'لا يوجد ملف لهذا اليوم، إذ لم يُقرأ فيه شيء ولم تتم الموافقة على شيء.',
};
