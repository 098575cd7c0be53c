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

const mebibyte = 1024 * 1024;

/** The maximum size in bytes of content that is converted, by MIME type of the file. */
export const maxImportSizes: Readonly<Record<string, number>> = {
  [mime.document]: 10 * mebibyte,
  [mime.spreadsheet]: 100 * mebibyte,
  [mime.presentation]: 100 * mebibyte,
};
