export { ReceiptHeadsService } from './receipt-heads.service.js';
export { ReceiptLogService } from './receipt-log.service.js';
export { nodesOf } from './receipt-tree.js';
export { ReceiptsModule } from './receipts.module.js';
export { leaves } from './receipts.statements.js';
