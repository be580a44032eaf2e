import { consoleStyle } from '../console/console-style.js';
import { customerStyle } from '../customer-pages/customer-style.js';
import { objectsStyle } from '../objects/objects-style.js';
import { referenceStyle } from '../reference/reference-style.js';
import { requestsStyle } from '../requests/requests-style.js';
import { startStyle } from '../site/start-style.js';
import { statusStyle } from '../status/status-style.js';
import { baseStyle } from '../visit/base-style.js';
import { copyStyle } from '../visit/copy-style.js';
import { navigationStyle } from '../visit/navigation-style.js';

const parts = [startStyle, objectsStyle, requestsStyle, consoleStyle, referenceStyle, statusStyle, customerStyle];

/** The portal's style sheet, served at `/portal.css`: the rules of all pages, then those of single parts, which may refine them. */
export const portalStyle = [baseStyle, navigationStyle, copyStyle, ...parts].join('');
