/** `Viewer.services`: what is known about the access tokens of the caller. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { fullScope } from '../../../src/services/shared/scope.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';

const names = ['VIDEO', 'LIVE', 'STORAGE', 'CALENDAR'];

interface Service {
  readonly service: string;
  readonly access?: string | null;
  readonly missingScopes?: readonly string[];
  readonly grantedScopes?: readonly { readonly anyOf: readonly string[] }[];
}

/** Runs with a gateway of its own, which knows nothing of the callers yet. */
async function withStudio(run: (studio: Studio) => Promise<void>): Promise<void> {
  const studio = await openStudio();
  try {
    await run(studio);
  } finally {
    await studio.close();
  }
}

const all = 'service access missingScopes grantedScopes { anyOf }';

async function read(
  studio: Studio,
  selection: string,
  token: string | null,
  headers = {},
): Promise<Readonly<Record<string, Service>>> {
  const document = `{ viewer { services { ${selection} } } }`;
  const { data, errors } = await studio.query(document, {}, token, headers);
  expect(errors).toBeUndefined();
  const list = data.viewer.services as Service[];
  return Object.fromEntries(list.map((each) => [each.service, each]));
}

const accessOf = (services: Readonly<Record<string, Service>>) =>
  names.map((name) => services[name]!.access);

describe('the access of a token', () => {
  it('is asked of each service by one call', () =>
    withStudio(async (studio) => {
      expect(accessOf(await read(studio, 'service access', 'studio-owner'))).toEqual(
        names.map(() => 'GRANTED'),
      );
      expect(studio.operations()).toEqual([
        'calendar:events.list',
        'live:liveBroadcasts.list',
        'storage:about.get',
        'video:channels.list',
      ]);
    }));
  it('costs nothing if it is not selected', () =>
    withStudio(async (studio) => {
      const services = await read(studio, 'service missingScopes grantedScopes { anyOf }', 'x');
      expect(Object.values(services)).toEqual(
        names.map((service) => ({ service, missingScopes: [], grantedScopes: [] })),
      );
      expect(studio.operations()).toEqual([]);
    }));
  it('has an estimate of one call for each service', () =>
    withStudio(async (studio) => {
      const document = '{ viewer { services { access missingScopes } } }';
      const { data } = await studio.query(
        'query ($document: String!) { quota(dryRun: { document: $document }) { dryRun { requests units { bucket units } } } }',
        { document },
      );
      expect(data.quota.dryRun).toEqual({
        requests: 4,
        units: [
          { bucket: 'VIDEO', units: 2 },
          { bucket: 'STORAGE', units: 5 },
          { bucket: 'CALENDAR', units: 1 },
        ],
      });
    }));
  it.each([
    ['that has expired', 'studio-expired', ['REJECTED', 'REJECTED', 'REJECTED', 'REJECTED']],
    ['that nobody knows', 'invented', ['REJECTED', 'REJECTED', 'REJECTED', 'REJECTED']],
    [
      'of an account without a channel',
      'no-channel',
      ['FORBIDDEN', 'FORBIDDEN', 'GRANTED', 'GRANTED'],
    ],
    ['that may read', 'studio-reader', ['GRANTED', 'GRANTED', 'GRANTED', 'GRANTED']],
  ])('%s', (_, token, expected) =>
    withStudio(async (studio) => {
      expect(accessOf(await read(studio, 'service access', token))).toEqual(expected);
    }),
  );
  it('is that of the token of each service', () =>
    withStudio(async (studio) => {
      const headers = {
        'x-drive-authorization': 'Bearer studio-expired',
        'x-calendar-authorization': 'Bearer studio-guest',
      };
      const services = await read(studio, all, null, headers);
      expect(accessOf(services)).toEqual(['NO_TOKEN', 'NO_TOKEN', 'REJECTED', 'GRANTED']);
      expect(services['CALENDAR']!.grantedScopes).not.toEqual([]);
      expect(services['STORAGE']!.grantedScopes).toEqual([]);
    }));
  it('is null, with an error, if the service fails', () =>
    withStudio(async (studio) => {
      studio.sandbox.fault({ match: { operation: 'storage:about.get' }, status: 503 });
      const { data, errors } = await studio.query('{ viewer { services { service access } } }');
      expect(data.viewer.services[2]).toEqual({ service: 'STORAGE', access: null });
      expect(errors).toEqual([
        expect.objectContaining({
          path: ['viewer', 'services', 2, 'access'],
          extensions: expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE' }),
        }),
      ]);
    }));
  it('is that of a token without the scopes for the read', () =>
    withStudio(async (studio) => {
      studio.sandbox.fault({
        match: { operation: 'calendar:events.list' },
        status: 403,
        reason: 'insufficientPermissions',
      });
      expect((await read(studio, all, 'studio-owner'))['CALENDAR']!.access).toBe('MISSING_SCOPE');
    }));
});

describe('the scopes of a token', () => {
  const youtubeReads = ['youtube', 'youtube.force-ssl', 'youtube.readonly'].map(fullScope);

  it('are known as far as the read of the access proves them, in any order of the fields', () =>
    withStudio(async (studio) => {
      const { LIVE } = await read(studio, 'grantedScopes { anyOf } service access', 'studio-owner');
      expect(LIVE!.grantedScopes!.map(({ anyOf }) => anyOf.toSorted())).toEqual([
        youtubeReads.toSorted(),
      ]);
    }));
  it('become certain when calls have failed for want of the others', () =>
    withStudio(async (studio) => {
      const update = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "New" }) { errors { code } } }`;
      const { data } = await studio.query(update, {}, 'studio-reader');
      expect(data.updateVideo.errors).toEqual([{ code: 'MISSING_SCOPE' }]);
      const before = studio.calls().length;
      const { VIDEO, LIVE } = await read(
        studio,
        'service missingScopes grantedScopes { anyOf }',
        'studio-reader',
      );
      expect(VIDEO!.missingScopes!.toSorted()).toEqual(
        ['youtube', 'youtube.force-ssl', 'youtubepartner'].map(fullScope).toSorted(),
      );
      expect(LIVE!.missingScopes!.toSorted()).toEqual(
        ['youtube', 'youtube.force-ssl', 'youtubepartner'].map(fullScope).toSorted(),
      );
      expect(VIDEO!.grantedScopes).toEqual([{ anyOf: [fullScope('youtube.readonly')] }]);
      expect(studio.calls().length).toBe(before);
    }));
  it('of another token are not known', () =>
    withStudio(async (studio) => {
      await read(studio, all, 'studio-owner');
      const other = await read(studio, 'service grantedScopes { anyOf }', 'studio-guest');
      expect(Object.values(other).flatMap(({ grantedScopes }) => grantedScopes)).toEqual([]);
    }));
  it('of a rejected token are not known', () =>
    withStudio(async (studio) => {
      const services = await read(studio, all, 'studio-expired');
      for (const { missingScopes, grantedScopes } of Object.values(services))
        expect([missingScopes, grantedScopes]).toEqual([[], []]);
    }));
});

describe('the error of a missing scope', () => {
  it('of a download names a scope for the content of files', () =>
    withStudio(async (studio) => {
      const { data } = await studio.query(`{ file(id: "${ids.file.logo}") { content { url } } }`);
      studio.sandbox.fault({
        match: { operation: 'storage:files.get' },
        status: 403,
        reason: 'insufficientPermissions',
      });
      const response = await fetch(data.file.content.url as string);
      expect(response.status).toBe(403);
      const body = (await response.json()) as { errors: { message: string }[] };
      expect(body.errors[0]!.message).toContain('lacks the scope drive.readonly,');
    }));
  it('of a part with a scope of its own names that scope', () =>
    withStudio(async (studio) => {
      studio.sandbox.fault({
        match: { operation: 'video:channels.list' },
        status: 403,
        reason: 'insufficientPermissions',
      });
      const document = `{ channel(by: { id: "${ids.channel.studio}" }) { auditDetails { communityGuidelinesGoodStanding } } }`;
      const { errors } = await studio.query(document);
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('lacks the scope youtubepartner-channel-audit.'),
          extensions: {
            code: 'MISSING_SCOPE',
            anyOf: [fullScope('youtubepartner-channel-audit')],
          },
        },
      ]);
    }));
});
