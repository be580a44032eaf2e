import { baseStyle } from './base-style.js';
import { copyStyle } from './copy-style.js';

/** The portal's style sheet, served at `/portal.css`: the rules of all pages, then those of single parts, which may refine them. */
export const portalStyle = [baseStyle, copyStyle].join('');
