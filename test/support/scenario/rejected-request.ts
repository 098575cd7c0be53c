/** Tables of requests that a service of the sandbox rejects. */
import { expect, it } from 'vitest';
import { rules } from '../../../src/sandbox/rule.ts';
import { stateOf } from '../gateway/state.ts';
import type { RequestOptions, TestSandbox } from '../gateway/sandbox.ts';

/** Calls by what is wrong with them, with what they send beside path and query. */
export type Calls = Readonly<
  Record<string, string | readonly [call: string, options: RequestOptions]>
>;

/** Calls by status and reason. Then the location of the error follows, if the test looks at it. */
export type RejectedRequests = Readonly<Record<`${number} ${string}`, Calls | readonly Calls[]>>;

/** Tests that each request has its error, and changes nothing in any service. */
export function testRejected(
  box: TestSandbox,
  requests: RejectedRequests,
  { locations = false }: { readonly locations?: boolean } = {},
): void {
  it.each(rowsOf(requests))('$request: $status $reason', async (row) => {
    const { call, options, status, reason, location } = row;
    const before = stateOf(box.sandbox);
    const response = await box.ask(call, options);
    expect([response.status, response.reason]).toEqual([status, reason]);
    expect(rules.map(({ refusal }) => refusal)).toContain(reason);
    expect(response.body.error).toMatchObject({ code: status, message: expect.any(String) });
    const [error] = response.body.error.errors;
    expect(locations ? error.location : undefined).toBe(location);
    expect(stateOf(box.sandbox)).toEqual(before);
  });
}

/** The requests as objects, whose values test titles can name. */
const rowsOf = (requests: RejectedRequests) =>
  Object.entries(requests).flatMap(([expected, calls]) => {
    const [status, reason, location] = expected.split(' ') as [string, string, string?];
    return [calls].flat().flatMap((each) =>
      Object.entries(each).map(([request, given]) => {
        const [call, options] = typeof given === 'string' ? [given] : given;
        return { request, call, options, status: Number(status), reason, location };
      }),
    );
  });
