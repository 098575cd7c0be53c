/** Content types as storage uses them. */
/** Types that have a meaning of their own. */
export const mime = {
  folder: 'application/vnd.google-apps.folder',
  shortcut: 'application/vnd.google-apps.shortcut',
  document: 'application/vnd.google-apps.document',
  spreadsheet: 'application/vnd.google-apps.spreadsheet',
  presentation: 'application/vnd.google-apps.presentation',
} as const;

/** Whether the service keeps it in a format of its own, without bytes to download. */
export const isNative = (mimeType: string): boolean =>
  mimeType.startsWith('application/vnd.google-apps.');
