/** The lint rules of this repository. */
import { blankLines } from './blank-lines.js';
import { commentWidth } from './comment-width.js';
import { noClock } from './no-clock.js';
import { noElapsedBound } from './no-elapsed-bound.js';

export { timeouts } from './no-elapsed-bound.js';

export default {
  meta: { name: 'studiograph' },
  rules: {
    'blank-lines': blankLines,
    'comment-width': commentWidth,
    'no-clock': noClock,
    'no-elapsed-bound': noElapsedBound,
  },
};
