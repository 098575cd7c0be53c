/** The formats that Google Docs editors files can be exported to. */
import { mime } from './mime.ts';

/** By MIME type of the file. */
export const exportFormats: Readonly<Record<string, readonly string[]>> = {
  [mime.document]: ['application/pdf', 'text/plain', 'text/markdown'],
  [mime.spreadsheet]: ['application/pdf', 'text/csv'],
  [mime.presentation]: ['application/pdf', 'text/plain'],
};
