/** Lists of files, as tools show them. */

/** @returns a document for files, with further fields of each */
export const filesWith = (
  more = '',
): string => `query ($filter: FileFilter!, $order: [FileOrderInput!], $max: Int!, $page: String) {
  files(filter: $filter, orderBy: $order, first: $max, after: $page) {
    pageInfo { hasNextPage endCursor }
    nodes { id name mimeType modifiedAt size webViewLink shared owners { email } ${more} }
  }
}`;
