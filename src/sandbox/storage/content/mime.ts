/** MIME types of Drive's own formats. */
export const mime = {
  folder: 'application/vnd.google-apps.folder',
  shortcut: 'application/vnd.google-apps.shortcut',
  document: 'application/vnd.google-apps.document',
  spreadsheet: 'application/vnd.google-apps.spreadsheet',
  presentation: 'application/vnd.google-apps.presentation',
} as const;

/** Whether files of the type have one of Drive's own formats, without bytes to download. */
export const isEditorsFile = (mimeType: string): boolean =>
  mimeType.startsWith('application/vnd.google-apps.');
