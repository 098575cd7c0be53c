/** The number of items that YouTube states in the responses of all its paged lists. */
import type { TotalSpec } from '../../../engine/rest/operation/operation.ts';

const path = 'pageInfo.totalResults';

/** YouTube estimates the number; for `search.list` it is at most 1,000,000. */
export const estimatedTotal: TotalSpec = { path, exact: false };

/** The number of items of a playlist is counted. */
export const exactTotal: TotalSpec = { path, exact: true };
