import type { Story } from '../world/story.js';
import * as approvals from './approvals.js';
import * as bounds from './bounds.js';
import * as copies from './copies.js';
import * as credentials from './credentials.js';
import * as forgetting from './forgetting.js';
import * as mandates from './mandates.js';
import * as money from './money.js';
import * as removals from './removals.js';

export const stories: readonly Story[] = [approvals, bounds, copies, credentials, forgetting, mandates, money, removals].flatMap((group) =>
  Object.values<Story>(group),
);
