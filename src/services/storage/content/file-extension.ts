/** File name extensions by media type: of the formats in which Google Drive exports documents. */
const extensions: Readonly<Record<string, string>> = {
  'application/epub+zip': '.epub',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/rtf': '.rtf',
  'application/vnd.google-apps.script+json': '.json',
  'application/vnd.oasis.opendocument.presentation': '.odp',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/x-vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/zip': '.zip',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'text/tab-separated-values': '.tsv',
  'video/mp4': '.mp4',
};

/**
 * The extension with its dot; empty for other types.
 * @param contentType media type, with or without parameters
 */
export function extensionOf(contentType: string): string {
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(extensions, mediaType) ? extensions[mediaType]! : '';
}
