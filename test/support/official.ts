/** The official clients with the sandbox as their server, and tests of their calls. */
import { auth as calendarAuth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { auth as driveAuth, drive, type drive_v3 } from '@googleapis/drive';
import { auth as youtubeAuth, youtube, type youtube_v3 } from '@googleapis/youtube';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSandbox } from './gateway/sandbox.ts';

/** Options of a client: its server, and no retries. */
const optionsOf = (url: string) => ({ version: 'v3', rootUrl: `${url}/`, retry: false }) as const;

const withToken = <C extends { setCredentials(credentials: object): void }>(
  client: C,
  token: string,
): C => {
  client.setCredentials({ access_token: token });
  return client;
};

export const youtubeAs = (token: string, url: string): youtube_v3.Youtube =>
  youtube({ ...optionsOf(url), auth: withToken(new youtubeAuth.OAuth2(), token) });

/**
 * Sends a request like the official client, for operations that it no longer has.
 * @param address path and query string
 * @param body with a body, the request is a POST, without it a GET
 */
export const youtubeOnce = (
  token: string,
  url: string,
  address: string,
  body?: object,
): Promise<{ readonly status: number; readonly data: unknown }> =>
  withToken(new youtubeAuth.OAuth2(), token).request({
    url: url + address,
    retry: false,
    ...(body && { method: 'POST', data: body }),
  });

export const driveAs = (token: string, url: string): drive_v3.Drive =>
  drive({ ...optionsOf(url), auth: withToken(new driveAuth.OAuth2(), token) });

export const calendarAs = (token: string, url: string): calendar_v3.Calendar =>
  calendar({ ...optionsOf(url), auth: withToken(new calendarAuth.OAuth2(), token) });

/** A call of an official client to one operation. */
export interface ClientCall {
  readonly operation: string;
  readonly call: () => Promise<{ readonly status: number; readonly data: unknown }>;
  /** Default: 200. */
  readonly status?: number;
  /** Fields that the response must contain. */
  readonly answer?: object | string;
}

/**
 * Defines a test for each call, which has to be sent as `studio-owner`, and a test that every
 * operation has a call.
 * @param operations keys of the operations that the sandbox implements
 */
export function testClientCalls(
  box: TestSandbox,
  clientCalls: readonly ClientCall[],
  operations: readonly string[],
): void {
  it.each(clientCalls)(
    'calls $operation and reads its response',
    async ({ operation, call, status = 200, answer }) => {
      const response = await call();
      expect(response.status).toBe(status);
      expect(response).toMatchObject(answer === undefined ? {} : { data: answer });
      expect(box.sandbox.calls()).toEqual([
        expect.objectContaining({ operation, status, user: 'studio-owner' }),
      ]);
    },
  );
  it('calls every operation that the sandbox implements', () => {
    const called = clientCalls.map(({ operation }) => operation);
    const file = relative(process.cwd(), expect.getState().testPath!);
    const missing = operations.filter((key) => !called.includes(key));
    expect(
      missing.map((key) => `${file}: add a call of ${key.split(':')[1]} to clientCalls`),
    ).toEqual([]);
    expect(called.toSorted()).toEqual(operations.toSorted());
  });
}
