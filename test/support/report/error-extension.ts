/** The entries of `extensions` of every error that a test gets are those that the table names. */
import { googleApis } from '../../../src/services/api.ts';
import {
  type ErrorCode,
  errorCodes,
  extensionsOf,
} from '../../../src/engine/schema/error/error-code.ts';

const known = new Map<string, ReadonlySet<string>>(
  errorCodes(googleApis).map((code: ErrorCode) => [code, new Set(extensionsOf(googleApis, code))]),
);

interface FormattedError {
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** @throws Error for a code that the table lacks, or an entry that it does not name for the code */
export function expectListedExtensions(errors: readonly FormattedError[] | undefined): void {
  for (const { extensions = {} } of errors ?? []) {
    const code = String(extensions['code']);
    const listed = known.get(code);
    if (!listed) throw new Error(`${code} is not in src/engine/schema/error/error-code.ts`);
    const unlisted = Object.keys(extensions).filter((name) => !listed.has(name));
    if (unlisted.length > 0)
      throw new Error(
        `src/engine/schema/error/error-code.ts lacks extensions of ${code}: ${unlisted.join()}`,
      );
  }
}
