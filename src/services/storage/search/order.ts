/** Sort order of files. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { searchText } from '../../../engine/schema/type/text.ts';
import { FileFilter, filterTerms, joinTerms, withoutValues } from './filter.ts';
import { FileOrderField, SortDirection } from '../enums.ts';

export const FileOrderInput = inputObject('FileOrderInput', 'A sort key for files.', {
  field: [required(FileOrderField), 'The property to sort by.'],
  direction: [
    required(SortDirection),
    'The sort direction, ascending or descending.',
    { default: 'asc' },
  ],
});

/** The search terms of a list. */
interface Searched {
  readonly query?: string | null | undefined;
  readonly filter?: typeof FileFilter.$inferType | null | undefined;
}

/** Whether a raw query names the term `fullText`, outside of quoted values. */
const hasFullText = (query: string | null | undefined): boolean =>
  /\bfullText\b/.test(withoutValues(query ?? ''));

/**
 * Returns the REST parameter, for example `folder,modifiedTime desc`.
 * @throws InvalidInput beside a full-text search, whose results Drive does not sort
 */
export function orderParameter(
  order: readonly (typeof FileOrderInput.$inferType)[] | null | undefined,
  { query, filter }: Searched = {},
): string | undefined {
  if (!order?.length) return undefined;
  if (searchText(filter?.search) !== undefined || hasFullText(query))
    throw new InvalidInput(
      'orderBy',
      'is not supported together with a full-text search, whose results have the most relevant files first; omit one of both',
    );
  return order
    .map(({ field, direction }) => (direction === 'desc' ? `${field} desc` : field))
    .join(',');
}

export interface FileListArguments {
  readonly filter?: typeof FileFilter.$inferType | null;
  readonly orderBy?: Parameters<typeof orderParameter>[0];
}

export const fileListArguments = {
  argumentParameters: ({ filter, orderBy }: FileListArguments) => ({
    q: joinTerms(filterTerms(filter)),
    orderBy: orderParameter(orderBy, { filter }),
  }),
  argumentNames: { q: ['filter'] },
  arguments: {
    filter: [
      FileFilter,
      'Return only files that match this filter. Default: files that are not in the trash.',
    ],
    orderBy: [[FileOrderInput], 'Sort keys, most important key first. Default: undefined order.'],
  },
} as const;
