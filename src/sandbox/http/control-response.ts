/** The responses of the control routes, and checks of their input. */

/** The response of a control route. */
export interface ControlResponse {
  readonly status: number;
  /** JSON. */
  readonly body?: unknown;
}

/** The response of a route that returns nothing. */
export const noContent: ControlResponse = { status: 204 };

/** The response to a request that cannot be executed. */
export const errorResponse = (status: number, error: string): ControlResponse => ({
  status,
  body: { error },
});

/** Whether a value is a number of milliseconds, or another finite number of at least 0. */
export const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The error for a value that is not an `isDuration`. @param name of the field */
export const notDuration = (name: string, value: unknown): ControlResponse =>
  errorResponse(400, `${name}: ${JSON.stringify(value)} is not a number of at least 0`);

/** The error for a value that is neither true nor false. @param name of the field */
export const notBoolean = (name: string, value: unknown): ControlResponse =>
  errorResponse(400, `${name}: ${JSON.stringify(value)} is not true or false`);

/**
 * The error for a field that a route does not have: a test that misspells a switch must not pass.
 * @param names of the fields that it has
 * @returns undefined if all fields are known
 */
export function unknownField(body: object, names: readonly string[]): ControlResponse | undefined {
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  const expected = names.length === 0 ? 'no fields' : `one of the fields ${names.join(', ')}`;
  return errorResponse(400, `${unknown}: unknown; expected ${expected}`);
}
