/** Codes of countries. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';

/**
 * Returns the code of a country in upper case; undefined if none is given.
 * @throws InvalidInput if it is not an ISO 3166-1 code
 */
export function parseRegionCode(
  code: string | null | undefined,
  argument = 'regionCode',
): string | undefined {
  if (code == null) return undefined;
  const region = code.toUpperCase();
  if (!/^[A-Za-z]{2}$/.test(code) || nonCountryCodes.has(region) || !isRegion(region))
    throw new InvalidInput(
      argument,
      `${showValue(code)} is not a country; expected two letters, for example SE`,
    );
  return region;
}

/** Made when it is needed: it would take a thirtieth of each start. */
let regionNames: Intl.DisplayNames | undefined;

function isRegion(code: string): boolean {
  regionNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return regionNames.of(code) !== undefined;
}

/** Codes that have a display name but are not countries. */
const nonCountryCodes: ReadonlySet<string> = new Set(['ZZ', 'XA', 'XB', 'QO', 'EU', 'EZ', 'UN']);
