import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { AcceptedCallers, Identities } from '../../../src/engine/caller/identities.ts';
import type { Execution } from '../../../src/engine/execution/execution.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { playlists, videos } from '../../../src/services/video/operations.ts';
import { createUpstream } from '../../../src/engine/rest/connection/transport.ts';
import type { Identity } from '../../../src/engine/caller/identity.ts';
import type { Upstream } from '../../../src/engine/rest/upstream.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { executionOf } from '../../support/write-execution.ts';

let sandbox: Sandbox;
let upstream: Upstream;
let acceptedCallers: AcceptedCallers;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  upstream = createUpstream({
    api: googleApis,
    bases: sandbox.bases,
    apiKey,
    retry: { maxAttempts: 1 },
  });
});

beforeEach(() => {
  sandbox.clearFaults();
  acceptedCallers = new AcceptedCallers();
});

afterAll(async () => {
  await upstream.close();
  await sandbox.close();
});

const executionFor = (identity: Identity): Execution =>
  executionOf(upstream, { identities: new Identities(identity), acceptedCallers });

const readVideo = (identity: Identity): Promise<unknown> =>
  executionFor(identity).send(videos.list, { part: ['id'], id: [ids.video.trailer] });

describe('a caller', () => {
  const owner = { token: 'studio-owner' };

  it('is accepted from the first successful answer on, by the token alone', async () => {
    expect(acceptedCallers.isAccepted(owner)).toBe(false);
    await readVideo(owner);
    expect(acceptedCallers.isAccepted({ ...owner })).toBe(true);
    expect(acceptedCallers.isAccepted({ ...owner, onBehalfOf: 'studio' })).toBe(true);
    expect(acceptedCallers.isAccepted({ token: 'studio-guest' })).toBe(false);
  });
  it.each([
    ['invented', 401, { token: 'invented' }],
    ['expired', 401, { token: 'studio-expired' }],
  ])('with an %s token is never accepted', async (_, status, identity) => {
    await expect(readVideo(identity)).rejects.toMatchObject({ failure: { status } });
    expect(acceptedCallers.isAccepted(identity)).toBe(false);
  });
  it('without a token is not accepted by answers to calls with the API key', async () => {
    await readVideo({});
    expect(acceptedCallers.isAccepted({})).toBe(false);
  });
  it.each([
    ['the service fails', { status: 503 }],
    ['the answer says nothing about the token', { status: 404, reason: 'notFound' }],
  ])('is not accepted if %s', async (_, fault) => {
    sandbox.fault({ match: { operation: 'video:videos.list' }, ...fault });
    await expect(readVideo(owner)).rejects.toMatchObject({ failure: { status: fault.status } });
    expect(acceptedCallers.isAccepted(owner)).toBe(false);
  });
  it('stays accepted after a 401 that a valid token without a channel gets', async () => {
    const identity = { token: 'no-channel' };
    await readVideo(identity);
    await expect(
      executionFor(identity).send(playlists.list, { part: ['id'], mine: true }),
    ).rejects.toMatchObject({ failure: { status: 401, reason: 'youtubeSignupRequired' } });
    expect(acceptedCallers.isAccepted(identity)).toBe(true);
  });
  it('gives way to callers that were accepted later, above the maximum', () => {
    for (let index = 0; index <= 10_000; index += 1)
      acceptedCallers.accept({ token: `token ${index}` });
    expect(acceptedCallers.isAccepted({ token: 'token 0' })).toBe(false);
    expect(acceptedCallers.isAccepted({ token: 'token 1' })).toBe(true);
    expect(acceptedCallers.isAccepted({ token: 'token 10000' })).toBe(true);
  });
});
