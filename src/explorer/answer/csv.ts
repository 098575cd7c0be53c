/** A table as CSV, as RFC 4180 has it. */

import { exactText } from './cell-text.ts';

/** Text that a spreadsheet would take for a formula: owasp.org, "CSV Injection". */
const formula = /^[=+\-@\t\r]/;

/** A number may begin with a minus. */
const number = /^[+-]?\d+(\.\d+)?$/;

/** @returns rows of values as the text of a file */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  const exact = exactText(value);
  const text = formula.test(exact) && !number.test(exact) ? `'${exact}` : exact;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
