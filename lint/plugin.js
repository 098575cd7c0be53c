/** The lint rules of this repository. */
import { blankLines } from './blank-lines.js';
import { commentWidth } from './comment-width.js';

export default {
  meta: { name: 'studiograph' },
  rules: { 'blank-lines': blankLines, 'comment-width': commentWidth },
};
