/** Where the text of a file comes from, by its MIME type. */
import type { drive_v3 } from '@googleapis/drive';
import { editorTypes, isGoogleType } from '../mime-type.ts';

/** An export of a document, the bytes of a text, or those of a PDF. */
export type TextSource =
  | { readonly kind: 'export'; readonly mimeType: string }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'pdf' };

/**
 * The formats in which documents are read, best first: Markdown keeps headings, tables and links.
 * Google Docs have the first two, Google Slides plain text, Google Sheets CSV, of the first sheet
 * only (developers.google.com/workspace/drive/api/guides/ref-export-formats, 30 November 2026).
 */
const exportedTypes = ['text/markdown', 'text/plain', 'text/csv'] as const;

/** For a document that lists no formats, as for callers who may not export it: Google says why. */
const usualTypes: Readonly<Record<string, string>> = {
  document: 'text/markdown',
  presentation: 'text/plain',
  spreadsheet: 'text/csv',
};

/** Types beside `text/*` whose files are texts. */
const textTypes: ReadonlySet<string> = new Set(
  [
    ['csv', 'ecmascript', 'graphql', 'javascript', 'json', 'jsonl', 'ndjson', 'sql', 'toml'],
    ['typescript', 'x-httpd-php', 'x-javascript', 'x-latex', 'x-ndjson', 'x-python', 'x-sh'],
    ['x-subrip', 'x-tex', 'x-toml', 'x-typescript', 'x-yaml', 'xml', 'yaml'],
  ]
    .flat()
    .map((name) => `application/${name}`),
);

const isText = (type: string): boolean =>
  type.startsWith('text/') ||
  textTypes.has(type) ||
  /^application\/.+\+(json|xml|yaml)$/.test(type);

/** @returns undefined for a file without a text */
export function textSourceOf({
  mimeType,
  exportLinks,
}: drive_v3.Schema$File): TextSource | undefined {
  if (mimeType == null) return undefined;
  if (isGoogleType(mimeType)) {
    const exported = exportTypeOf(mimeType, exportLinks ?? {});
    return exported === undefined ? undefined : { kind: 'export', mimeType: exported };
  }
  const type = mimeType.split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'application/pdf') return { kind: 'pdf' };
  return isText(type) ? { kind: 'bytes' } : undefined;
}

function exportTypeOf(mimeType: string, links: object): string | undefined {
  const listed = exportedTypes.find((type) => Object.hasOwn(links, type));
  if (listed !== undefined || !editorTypes.has(mimeType)) return listed;
  return usualTypes[mimeType.slice(mimeType.lastIndexOf('.') + 1)];
}
