/** Warnings: expected absences and unknown values, which are no errors. */

/** An entry of `extensions.warnings`. */
export interface Warning {
  readonly code: 'UNKNOWN_VALUE' | 'EXPECTED_ABSENCE' | 'INVALID_ITEMS' | 'LIST_STOPPED';
  readonly path: readonly (string | number)[];
  readonly value: string;
}
