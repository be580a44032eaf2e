import { baseStyle } from './base-style.js';
import { referenceStyle } from '../reference/reference-style.js';
import { statusStyle } from '../status/status-style.js';
import { copyStyle } from './copy-style.js';

/** The portal's style sheet, served at `/portal.css`: the rules of all pages, then those of single parts, which may refine them. */
export const portalStyle = [baseStyle, copyStyle, referenceStyle, statusStyle].join('');
