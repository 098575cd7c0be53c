/**
 * Several writes in one request: what a later one answers is never older than an earlier one. An
 * update that changes nothing reads what its payload selects, before and after another write: the
 * second answer has to equal that of a later request.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import type { Service } from '../../../../src/engine/api/register.ts';
import { serviceOf } from '../../../../src/engine/api/operation.ts';
import { type Result, useStudio } from '../../../support/gateway/studio.ts';
import { sampled } from '../../../support/report/sample.ts';
import { type Case, caseOf, fixtures, fullInput, namesOf } from '../case/case.ts';
import { once } from '../case/once.ts';
import { run } from '../case/run.ts';
import type { Input } from '../fixture/fixture.ts';

/** Twelve reads and three writes in one request. */
const studio = useStudio({
  env: { MAX_QUERY_UNITS: '100000', MAX_QUERY_CALLS: '10000', MAX_ROOT_MUTATIONS: '20' },
});

/** An update without a change, with what its payload shows. */
interface Reading {
  readonly mutation: string;
  /** Default: the entity of the fixture. */
  readonly id?: string;
  readonly select: string;
}

const ofYouTube: readonly Reading[] = [
  {
    mutation: 'updatePlaylist',
    select: `playlist {
      title description privacyStatus podcastStatus localizations { languageTag title } itemCount
      items(first: 20) { totalCount nodes { id note position } }
      channel { description sections { id title position } playlists(first: 20) { nodes { id title } } }
    }`,
  },
  {
    mutation: 'updatePlaylist',
    id: ids.playlist.empty,
    select: 'playlist { itemCount items(first: 20) { totalCount nodes { id note position } } }',
  },
  { mutation: 'updateVideo', select: 'video { title license viewerRating }' },
  {
    mutation: 'updateVideo',
    id: ids.video.trailer,
    select: `video {
      viewerRating captions(first: 100) { id isDraft }
      commentThreads(first: 50) {
        nodes { id replyCount replies(first: 5) { nodes { id textOriginal } } topLevelComment { id textOriginal } }
      }
    }`,
  },
  { mutation: 'updateStream', select: 'stream { title description }' },
  {
    mutation: 'updateBroadcast',
    select: 'broadcast { title description contentDetails { enableAutoStart } boundStreamId }',
  },
];

const readings: Readonly<Record<Service, readonly Reading[]>> = {
  video: ofYouTube,
  live: ofYouTube,
  storage: [
    {
      mutation: 'updateFile',
      select: `file {
        name description starred version parents { id children(first: 20) { nodes { id name } } }
        permissions(first: 20) { nodes { id role } }
        comments(first: 20) { nodes { id content replies(first: 20) { nodes { id content } } } }
        revisions(first: 20) { nodes { id keepForever } }
      }`,
    },
    {
      mutation: 'updateFile',
      id: ids.file.runSheet,
      select: `file {
        permissions(first: 20) { nodes { id role } }
        comments(first: 20) { nodes { id content resolved replies(first: 20) { nodes { id content } } } }
      }`,
    },
    { mutation: 'updateSharedDrive', select: 'sharedDrive { name hidden colorRgb }' },
  ],
  calendar: [
    {
      mutation: 'updateCalendar',
      select: `calendar {
        summary description accessRules(first: 20) { nodes { id role } }
        events(first: 50) { nodes { id summary attendees { email responseStatus } } }
      }`,
    },
    {
      mutation: 'updateCalendar',
      id: ids.calendar.ava,
      select:
        'calendar { events(first: 200) { nodes { id summary attendees { email responseStatus } } } }',
    },
    {
      mutation: 'updateCalendarListEntry',
      select: 'calendarListEntry { summaryOverride hidden colorId }',
    },
    {
      mutation: 'updateCalendarListEntry',
      id: ids.calendar.ben,
      select: 'calendarListEntry { hidden }',
    },
  ],
};

const title = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

/** The reading updates of a service as fields of a document, with a prefix for their aliases. */
const fieldsOf = (service: Service, prefix: string): string =>
  readings[service]
    .map(
      ({ mutation, select }, index) =>
        `${prefix}${index}: ${mutation}(input: $i${index}) { ${select} errors { code } }`,
    )
    .join('\n');

const declarationsOf = (service: Service): string =>
  readings[service].map(({ mutation }, index) => `$i${index}: ${title(mutation)}Input!`).join(', ');

const inputsOf = (service: Service): Input =>
  Object.fromEntries(
    readings[service].map(({ mutation, id }, index) => [
      `i${index}`,
      id === undefined ? fixtures[mutation]!.target : { id },
    ]),
  );

const withPrefix = (data: Readonly<Record<string, unknown>>, prefix: string): unknown =>
  Object.entries(data)
    .filter(([name]) => name.startsWith(prefix))
    .map(([, value]) => value);

/** The errors of fields with an alias of the prefix: code and place. */
const failuresOf = (errors: Result['errors'] = [], prefix: string): unknown =>
  errors
    .filter(({ path = [] }) => String(path[0]).startsWith(prefix))
    .map(({ path = [], extensions: { code } }) => [
      code,
      String(path[0]).slice(prefix.length),
      ...path.slice(1),
    ]);

/** What a request of its own reads. */
async function readNow(service: Service): Promise<readonly [values: unknown, failures: unknown]> {
  const { data, errors } = await studio.query(
    `mutation (${declarationsOf(service)}) { ${fieldsOf(service, 'now')} }`,
    inputsOf(service),
  );
  return [withPrefix(data, 'now'), failuresOf(errors, 'now')];
}

/** What is read before and after a mutation, in its request, and in a request after it. */
async function readAround(each: Case) {
  const { mutation, write } = each;
  const service = serviceOf(write.spec.operation);
  const input = each.above.reduceRight<Input>(
    (inner, name) => ({ [name]: inner }),
    fullInput(each),
  );
  const selection = 'errors { code message }';
  const document = `mutation (${declarationsOf(service)}, $input: ${title(mutation)}Input!) {
    ${fieldsOf(service, 'before')} write: ${mutation}(input: $input) { ${selection} } ${fieldsOf(service, 'after')}
  }`;
  const variables = { ...inputsOf(service), input };
  const { file } = each.fixture;
  const { data, errors } =
    file === undefined
      ? await studio.query(document, variables)
      : await studio.upload({ document, variables, files: { 'input.file': file } });
  return {
    rejections: data.write.errors,
    before: withPrefix(data, 'before'),
    after: [withPrefix(data, 'after'), failuresOf(errors, 'after')],
    later: await readNow(service),
  };
}

/** Writes that the readings do not show: their entities have no list that is read here. */
const unseen: ReadonlySet<string> = new Set([
  'resetOccurrence',
  'updateComment',
  'deleteComment',
  'setVideoThumbnail',
  'uploadChannelBanner',
  'setChannelBanner',
  'setWatermark',
  'unsetWatermark',
  'subscribeToChannel',
  'unsubscribeFromChannel',
  'rateVideo',
  'reportVideoAbuse',
  'transitionBroadcast',
  'createBroadcast',
  'createStream',
  'insertCuepoint',
  'insertLegacyCuepoint',
  'goLive',
  'endBroadcast',
  'prepareBroadcast',
  'publishFileAsVideo',
  'sendChatMessage',
  'deleteChatMessage',
  'closeChatPoll',
  'createPlaylistImage',
  'updatePlaylistImage',
  'deletePlaylistImage',
  'banChatUser',
  'unbanChatUser',
  'addChatModerator',
  'removeChatModerator',
  'createFile',
  'copyFile',
  'emptyTrash',
  'updateFileRevision',
  'deleteFileRevision',
  'startFileDownload',
  'createSharedDrive',
  'deleteSharedDrive',
  'unhideSharedDrive',
  'createFilePermission',
  'resolveAccessProposal',
  'startFileApproval',
  'approveFileApproval',
  'declineFileApproval',
  'cancelFileApproval',
  'commentOnFileApproval',
  'reassignFileApproval',
  'watchFile',
  'watchFileChanges',
  'createCalendar',
  'addCalendarToList',
  'quickAddEvent',
  'watchEvents',
  'watchAccessRules',
  'watchCalendarList',
  'watchCalendarSettings',
  'stopWatching',
]);

const tested = namesOf(({ kind }) => kind !== 'openUpload');

/** What is read on the seeded state. */
const readSeeded = once(readNow);

describe('the answer of a later write of a request', () => {
  const seen = tested.filter((name) => !unseen.has(name));
  it.each(sampled(seen))('is not older than an earlier write: %s', async (name) => {
    const { rejections, before, after, later } = await readAround(caseOf(name));
    expect(rejections).toEqual([]);
    expect(after).toEqual(later);
    // A write that no reading shows would prove nothing.
    expect(before).not.toEqual(after[0]);
  });
  it.each(sampled(tested.filter((name) => unseen.has(name))))(
    'would be the same without the write: %s',
    async (name) => {
      const each = caseOf(name);
      const service = serviceOf(each.write.spec.operation);
      const expected = await readSeeded(service);
      const { errors, failures } = await run(studio, each, fullInput(each));
      expect([errors, failures]).toEqual([[], []]);
      expect(await readNow(service)).toEqual(expected);
    },
  );
});
