/** Fields of the caller without what they need: an access token, or a channel of the account. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { kite, studio: channelId } = ids.channel;
const { trailer } = ids.video;
const caption = globalId('Caption', [trailer, ids.caption.english]);

describe('a field that needs a token', () => {
  it.each([
    ['calendar(id: "primary") { summary }', 'calendar'],
    ['event(by: { key: { calendarId: "primary", eventId: "x" } }) { summary }', 'calendar'],
    ['file(id: "root") { name }', 'storage'],
    ['files { nodes { fileId } }', 'storage'],
    [`video(id: "${trailer}") { sourceFile { fileId } }`, 'storage'],
    [`video(id: "${trailer}") { viewerRating }`, 'video'],
    [
      `channel(by: { id: "${channelId}" }) { auditDetails { copyrightStrikesGoodStanding } }`,
      'video',
    ],
    [`channel(by: { id: "${channelId}" }) { contentOwnerDetails { contentOwnerId } }`, 'video'],
    [`channel(by: { id: "${kite}" }) { viewerSubscription { id } }`, 'video'],
    ['search(filter: { of: CALLER }) { nodes { title } }', 'video'],
    [`node(id: "${caption}") { ... on Caption { text } }`, 'video'],
    [`node(id: "${caption}") { ... on Caption { content { url } } }`, 'video'],
    [`broadcast(id: "${ids.broadcast.launch}") { title }`, 'live'],
  ])('makes no call without one: %s', async (field, service) => {
    const { errors } = await studio.query(`{ ${field} }`, {}, null);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', service } }]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('an account without a channel', () => {
  it('has null for all that belongs to its channel, each with a warning', async () => {
    const ofViewer = {
      channel: '{ title }',
      playlists: '{ nodes { title } }',
      broadcasts: '{ nodes { title } }',
      streams: '{ nodes { title } }',
      activities: '{ nodes { title } }',
      channelSections: '{ sectionId }',
      members: '{ nodes { displayName } }',
      memberUpdates: '{ cursor }',
      membershipLevels: '{ displayName }',
      subscriptions: '{ nodes { title } }',
      subscribers: '{ nodes { title } }',
      subscriberChannels: '{ nodes { title } }',
    };
    const names = Object.keys(ofViewer);
    const selected = Object.entries(ofViewer).map(([name, fields]) => `${name} ${fields}`);
    const { data, errors, extensions } = await studio.query(
      `{ viewer { ${selected.join(' ')} } channel(by: { id: "${kite}" }) { viewerSubscription { id } } video(id: "${trailer}") { viewerRating } }`,
      {},
      'no-channel',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      viewer: Object.fromEntries(names.map((name) => [name, null])),
      channel: { viewerSubscription: null },
      video: { viewerRating: null },
    });
    const value = 'youtubeSignupRequired';
    const paths = [
      ...names.map((name) => ['viewer', name]),
      ['channel', 'viewerSubscription'],
      ['video', 'viewerRating'],
    ];
    expect(new Set(extensions['warnings'])).toEqual(
      new Set(paths.map((path) => ({ code: 'EXPECTED_ABSENCE', path, value }))),
    );
  });
});

it('the languages need no token', async () => {
  const data = await studio.data('{ languages { code } }', {}, null);
  expect(data.languages.length).toBeGreaterThan(10);
});
