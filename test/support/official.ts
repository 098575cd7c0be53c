/** The official clients, pointed at a sandbox, and the contract that they have with it. */
import { auth as calendarAuth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { auth as driveAuth, drive, type drive_v3 } from '@googleapis/drive';
import { auth as youtubeAuth, youtube, type youtube_v3 } from '@googleapis/youtube';
import { expect, it } from 'vitest';
import type { TestSandbox } from './sandbox.ts';

/** Where a client sends its calls; it repeats none. */
const at = (url: string) => ({ version: 'v3', rootUrl: `${url}/`, retry: false }) as const;

const signedIn = <C extends { setCredentials(given: object): void }>(
  credentials: C,
  token: string,
): C => {
  credentials.setCredentials({ access_token: token });
  return credentials;
};

export const youtubeAs = (token: string, url: string): youtube_v3.Youtube =>
  youtube({ ...at(url), auth: signedIn(new youtubeAuth.OAuth2(), token) });

/** What the official client has forgotten, asked with its own way to send a request. @param address path and query */
export const youtubeOnce = (
  token: string,
  url: string,
  address: string,
): Promise<{ readonly status: number; readonly data: unknown }> =>
  signedIn(new youtubeAuth.OAuth2(), token).request({ url: url + address, retry: false });

export const driveAs = (token: string, url: string): drive_v3.Drive =>
  drive({ ...at(url), auth: signedIn(new driveAuth.OAuth2(), token) });

export const calendarAs = (token: string, url: string): calendar_v3.Calendar =>
  calendar({ ...at(url), auth: signedIn(new calendarAuth.OAuth2(), token) });

export interface Contract {
  readonly operation: string;
  readonly call: () => Promise<{ readonly status: number; readonly data: unknown }>;
  readonly status?: number;
  /** What the answer must hold. */
  readonly answer?: object | string;
}

/** One test a contract, made as `studio-owner`, and one that none is missing. @param played keys of the operations that the sandbox has */
export function holds(
  box: TestSandbox,
  contracts: readonly Contract[],
  played: readonly string[],
): void {
  it.each(contracts)(
    'reaches $operation and reads its answer',
    async ({ operation, call, status = 200, answer }) => {
      const got = await call();
      expect(got.status).toBe(status);
      expect(got).toMatchObject(answer === undefined ? {} : { data: answer });
      expect(box.sandbox.calls()).toEqual([
        expect.objectContaining({ operation, status, user: 'studio-owner' }),
      ]);
    },
  );
  it('has a contract for every operation that the sandbox plays', () => {
    expect(contracts.map(({ operation }) => operation).toSorted()).toEqual(played.toSorted());
  });
}
