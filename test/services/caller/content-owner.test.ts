/**
 * The content owner that a request names by its headers becomes a parameter of every call that
 * supports one. `expectContentOwner` checks the calls of every request of all tests.
 */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { readExamples } from '../../support/example.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { withDelegation } from '../../../src/engine/rest/request/outgoing-request.ts';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import { expectContentOwner } from '../../support/report/call-check.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const headers = {
  'x-content-owner': ids.contentOwner,
  'x-content-owner-channel': ids.channel.studio,
};

const read = `{
    viewer { channel { title } channelSections { type } subscriptions(first: 1) { nodes { title } } playlists(first: 1) { nodes { title } } broadcasts(first: 1) { nodes { title } } streams(first: 1) { nodes { title } } }
    playlist(id: "${ids.playlist.fifty}") { title items(first: 1) { nodes { video { title } } } }
    node(id: "${globalId('Caption', [ids.video.trailer, ids.caption.english])}") { ... on Caption { text } }
  }`;

const write = `mutation {
    updateVideo(input: { id: "${ids.video.trailer}", title: "On behalf" }) { errors { code } }
    transitionBroadcast(input: { id: "${ids.broadcast.direct}", status: LIVE }) { errors { code } }
    updateChannel(input: { id: "${ids.channel.harbor}", selfDeclaredMadeForKids: true }) { errors { code } }
    createChannelSection(input: { type: RECENT_UPLOADS }) { errors { code } }
    updateChannelSection(input: { id: "${ids.channelSection.harborAll}", position: 1 }) { errors { code } }
    deleteChannelSection(input: { id: "${ids.channelSection.harborAll}" }) { errors { code } }
    deletePlaylist(input: { id: "${ids.playlist.empty}" }) { errors { code } }
  }`;

describe('the content owner of a request', () => {
  const supporting = [...catalogue.values()].filter(
    ({ query }) => 'onBehalfOf' in query || 'onBehalfOfContentOwner' in query,
  );
  const identity = { token: 'token', onBehalfOf: 'owner', subaccount: 'channel' };

  it.each(supporting)('is a parameter of $key', (operation: AnyOperation) => {
    const { onBehalfOfContentOwnerChannel: channel, ...owner } = withDelegation(
      googleApis,
      operation,
      { args: {}, identity },
    );
    expect(Object.values(owner)).toEqual(['owner']);
    expect(channel).toBe(
      'onBehalfOfContentOwnerChannel' in operation.query ? 'channel' : undefined,
    );
  });
  it('is sent with every call that supports it, and with no other', async () => {
    const examples = await readExamples();
    const writes = examples.filter((document) => /^\s*mutation\b/m.test(document));
    const called = new Set<string>();
    for (const document of [read, write, ...writes]) {
      studio.sandbox.reset(start);
      const { errors } = await studio.query(document, {}, 'studio-owner', headers);
      expect({ document, errors }).toEqual({ document, errors: undefined });
      for (const { operation } of studio.calls()) called.add(operation);
    }
    expect(called.size).toBeGreaterThan(30);
  });
  it('is reported as missing by the check of every test if a call lacks it or names another one', async () => {
    await studio.query(read, {}, 'studio-owner', headers);
    const calls = studio.calls().map(({ call }) => call);
    const signedIn = { ...headers, authorization: 'Bearer studio-owner' };
    expect(() => expectContentOwner(signedIn, calls)).not.toThrow();
    expect(() => expectContentOwner({ ...signedIn, 'x-content-owner': 'other' }, calls)).toThrow(
      'instead of',
    );
    expect(() => expectContentOwner({}, calls)).toThrow('instead of');
  });
  it('is absent if the request names none', async () => {
    await studio.query(read);
    expect(studio.calls().length).toBeGreaterThan(5);
    for (const { query } of studio.calls())
      expect(query).not.toHaveProperty('onBehalfOfContentOwner');
  });
});
