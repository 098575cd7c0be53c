/** The formats that Google Docs editors files can be exported to, and made of. */
import { mime } from './mime.ts';

type Formats = Readonly<Record<string, readonly string[]>>;

/** By MIME type of the file. */
export const exportFormats: Formats = {
  [mime.document]: ['application/pdf', 'text/plain', 'text/markdown'],
  [mime.spreadsheet]: ['application/pdf', 'text/csv'],
  [mime.presentation]: ['application/pdf', 'text/plain'],
};

/** By MIME type of the uploaded content. */
export const importFormats: Formats = {
  'text/plain': [mime.document],
  'text/csv': [mime.spreadsheet],
};
