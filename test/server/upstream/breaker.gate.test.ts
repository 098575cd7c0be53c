/** A gateway that has paused the calls to a service which fails. */
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openStudio } from '../../support/gateway/studio.ts';

const failures = 20;

let studio: Awaited<ReturnType<typeof openStudio>>;

afterEach(() => studio.close());

/** Starts a gateway with the default breaker. */
async function begin(env: Readonly<Record<string, string>> = {}): Promise<void> {
  studio = await openStudio({ env: { BREAKER_FAILURES: String(failures), ...env } });
}

const readFile = `{ file(id: "${ids.file.logo}") { name } }`;
const down = { match: { service: 'storage' }, status: 503 } as const;

/** Fails until the calls to Google Drive are paused. */
async function open(): Promise<void> {
  studio.sandbox.fault(down);
  const isOpen = async (): Promise<boolean> => {
    await studio.query(readFile);
    return (await readiness()).breakers.storage === 'open';
  };
  await expect.poll(isOpen).toBe(true);
  studio.sandbox.clearCalls();
}

const readiness = async (): Promise<any> => {
  const { status, body } = await studio.gateway.send('/ready');
  expect(status).toBe(200);
  return body;
};

const document = `{
  event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" } }) {
    summary
    attachments { title file { name } }
    broadcast { title video { title channel { title } } }
  }
  playlist(id: "${ids.playlist.fifty}") { items(first: 10) { nodes { video { title } } } }
}`;

describe('while the calls to a service are paused', () => {
  it('only its fields fail, at once', { tags: ['R1', 'R4', 'R5'] }, async () => {
    await begin({ BREAKER_PROBE_MS: '3600000' });
    const undisturbed = await studio.query(document);
    expect(undisturbed.errors).toBeUndefined();
    await open();
    const { data, errors } = await studio.query(document);
    const attachments = undisturbed.data.event.attachments as object[];
    expect(data).toEqual({
      ...undisturbed.data,
      event: {
        ...undisturbed.data.event,
        attachments: attachments.map((each) => ({ ...each, file: null })),
      },
    });
    expect(errors).toHaveLength(attachments.length);
    for (const { message, path, extensions } of errors!) {
      expect(path!.at(-1)).toBe('file');
      expect(extensions).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        service: 'storage',
        operation: 'storage:files.get',
        reason: 'callsPaused',
        retryAfter: expect.any(Number) as number,
      });
      expect(message).toMatch(
        /^The gateway has paused calls to Google Drive after repeated failures, and did not send this one\. Retry after \d+ seconds?\.$/,
      );
    }
    expect(studio.operations().filter((each) => each.startsWith('storage:'))).toEqual([]);
  });
  it('/ready shows it, and the gateway remains ready', { tags: ['R5'] }, async () => {
    await begin({ BREAKER_PROBE_MS: '3600000' });
    await open();
    expect(await readiness()).toMatchObject({
      status: 'ready',
      services: { storage: true },
      breakers: { video: 'closed', live: 'closed', storage: 'open', calendar: 'closed' },
    });
  });
});
