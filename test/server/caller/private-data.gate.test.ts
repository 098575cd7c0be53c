/** What a gateway puts into a real Redis: nothing that a reader of Redis may not know. */
import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityKey } from '../../../src/engine/read/resource.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';

const linkSecret = 'secret-of-all-replicas-0123456789';
const owner = { authorization: 'Bearer studio-owner' };

let redis: TestRedis;
let gateway: RunningGateway;
let monitor: Redis;

/** The arguments of all commands, those of scripts included: keys, values, channels, messages. */
const written: string[] = [];

beforeAll(async () => {
  redis = await startRedis();
  // Opens a connection of its own. This one would send commands, of which one could be the first
  // that is reported: ioredis takes it for the answer to another.
  monitor = await new Redis(redis.url, { lazyConnect: true }).monitor();
  monitor.on('monitor', (_: string, args: readonly string[]) => void written.push(...args));
  gateway = await startGateway({
    env: {
      REDIS_URL: redis.url,
      LINK_SECRET: linkSecret,
      QUOTA_BUDGET: 'VIDEO=10000,CALENDAR=10000',
    },
  });
});

afterAll(async () => {
  await gateway.close();
  monitor.disconnect();
  await redis.close();
});

async function ask(query: string, variables: object = {}): Promise<any> {
  const { body } = await gateway.query(query, variables, owner);
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** The kinds that the run must reach. A watch channel needs a public URL. */
const expectedKinds =
  'account document exhausted feedPace feedPage insert lease message relay spent upload wellKnownId'.split(
    ' ',
  );

/** The kinds of entries and messages that were written. */
const kinds = (): Set<string> =>
  new Set(written.flatMap((text) => /^studiograph:(\w+):/.exec(text)?.[1] ?? []));

it('has no address, account, document, file name and chat text, nor a digest of a guess', {
  tags: ['S41'],
}, async () => {
  const plantedFile = 'planted-file-name.mp4';
  const plantedTitle = 'planted-video-title';
  const plantedText = 'planted-chat-text';
  // The account of YouTube and of Google Calendar, the ids behind `primary` and `root`.
  const { viewer, calendar } = await ask(
    '{ viewer { channel { id channelId } } calendar(id: "primary") { id calendarId } file(id: "root") { id } }',
  );
  const address: string = calendar.calendarId;
  const { channelId } = viewer.channel;
  expect(address).toContain('@');
  const event = globalId('Event', [ids.calendar.release, ids.event.townhallMeeting]);
  await ask(
    `mutation { updateEvent(input: { by: { id: "${event}" }, description: "planted" }) { errors { code } } }`,
  );
  await ask(
    `mutation { updateCalendar(input: { id: "${calendar.id}", description: "planted" }) { errors { code } } }`,
  );
  await ask(
    `mutation { createUploadSession(input: { newFile: { name: "${plantedFile}", contentType: "video/mp4", contentLength: "5" } }) { uploadSession { id } errors { code } } }`,
  );
  const { publishFileAsVideo } = await ask(
    `mutation { publishFileAsVideo(input: { fileId: "${ids.file.introTake1}", title: "${plantedTitle}", wait: "PT1M" }) { video { videoId } errors { code } } }`,
  );
  const { videoId } = publishFileAsVideo.video;
  const { prepareBroadcast } = await ask(
    `mutation { prepareBroadcast(input: {
      event: { existing: { id: "${globalId('Event', [ids.calendar.release, ids.event.pressCall])}" } }
      broadcast: { new: { title: "${plantedTitle}", privacyStatus: PRIVATE, scheduledStartAt: "2099-05-01T18:00:00Z" } }
      stream: { new: { title: "${plantedTitle}" } }
    }) { stream { streamId } errors { code } } }`,
  );
  const { streamId } = prepareBroadcast.stream;
  const document = '{ playlist(id: "planted-document") { title } }';
  const sha256Hash = hash('sha256', document);
  await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: document,
      extensions: { persistedQuery: { version: 1, sha256Hash } },
    }),
  });
  await ask(
    `mutation { sendChatMessage(input: { liveChatId: "${ids.chat.nightShift}", content: { text: "${plantedText}" } }) { errors { code } } }`,
  );
  const stream = await openEventStream(gateway.url, {
    query: `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { messages { messageId } } }`,
    headers: owner,
  });
  await stream.until(1);
  await expect.poll(() => [...kinds()].toSorted()).toEqual(expect.arrayContaining(expectedKinds));
  stream.leave();

  const planted = [
    address,
    channelId,
    plantedFile,
    plantedText,
    plantedTitle,
    ids.file.introTake1,
    videoId,
    streamId,
    ids.stream.main,
    document,
    'planted-document',
    linkSecret,
    'studio-owner',
  ];
  const guesses = [
    address,
    channelId,
    `address ${address}`,
    `channel ${channelId}`,
    `write Calendar ${entityKey({ resource: { name: 'Calendar' } as never, key: [address] })}`,
  ];
  const digests = guesses.flatMap((text) => [
    hash('sha256', text, 'base64url'),
    hash('sha256', text, 'hex'),
    ...new Encryption().digests('account', text),
    ...new Encryption().digests('lock', text),
  ]);
  // Keys are digests themselves.
  const keys = digests.map((digest) => hash('sha256', digest, 'base64url'));
  const text = written.join('\n');
  expect([...planted, ...digests, ...keys].filter((each) => text.includes(each))).toEqual([]);
});
