/**
 * Fields with a REST call of their own that are no lists, as direct calls: one rule a field.
 * `Query.x(id:)` of a resource, a separate fetch of a part and links need no rule.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { choiceOf, isMade } from '../choice.ts';
import { type DirectCaller, type Json, RestError } from '../direct-call.ts';
import {
  firstItem,
  readEntity,
  readWithKey,
  refOfGlobalId,
  lookUpEntity,
  requireEntity,
  resolveEntity,
  restId,
} from '../entity.ts';
import { allDrives } from '../entity-type.ts';
import type { Args } from '../operation.ts';
import { attachKey, keyOf } from '../schema.ts';

export type FieldRule = (
  parent: any,
  args: Json,
  caller: DirectCaller,
  info: GraphQLResolveInfo,
) => unknown;

const ownId = (parent: unknown): string => keyOf(parent)[0]!;

/** The id of a file; `root` names the root folder of the caller. */
const fileId = async (id: string, caller: DirectCaller): Promise<string> =>
  id === 'root' ? caller.idOf('storage:files.get', { ...allDrives, fileId: id }) : restId(id);

/** The id of a calendar; `primary` names that of the caller. */
const calendarIdOf = async (id: string, caller: DirectCaller): Promise<string> =>
  id === 'primary' ? caller.idOf('calendar:calendars.get', { calendarId: id }) : restId(id);

/** The first item of a list, or null. */
const firstOf =
  (operation: string, typeName: string, queryOf: (parent: unknown) => Args): FieldRule =>
  async (parent, _, caller) =>
    firstItem(await caller.get(operation, queryOf(parent)), typeName);

async function channelByHandle(forHandle: string, caller: DirectCaller): Promise<object> {
  const found = firstItem(await caller.get('video:channels.list', { forHandle }), 'Channel');
  if (found === null) throw new RestError(404);
  return found;
}

const typeByKind: Readonly<Record<string, string>> = {
  'youtube#video': 'Video',
  'youtube#channel': 'Channel',
  'youtube#playlist': 'Playlist',
};

/** What a REST object with a kind and an id for it points to. */
function target(pointer: Json | undefined, caller: DirectCaller, info: GraphQLResolveInfo) {
  const typeName = typeByKind[pointer?.['kind'] as string];
  if (typeName === undefined) return null;
  const id = pointer![`${typeName.toLowerCase()}Id`] as string;
  return resolveEntity({ typeName, key: [id] }, info, caller);
}

function activityPointer(details: Json): Json | undefined {
  const { upload, like, playlistItem, subscription, channelItem } = details;
  if (upload) return { kind: 'youtube#video', videoId: upload.videoId };
  return (like ?? playlistItem ?? subscription ?? channelItem)?.resourceId as Json | undefined;
}

const addressPattern = /(watch\?v=|playlist\?list=|channel\/|file\/d\/|@)([^/]+)/;

const typeByAddress: Readonly<Record<string, string>> = {
  'watch?v=': 'Video',
  'playlist?list=': 'Playlist',
  'channel/': 'Channel',
  'file/d/': 'File',
};

/** The color of an event or of a calendar, by the id that it has. */
const colorOf =
  (palette: 'calendar' | 'event'): FieldRule =>
  async ({ colorId }, _, caller) => {
    if (!colorId) return null;
    const answer = await caller.get('calendar:colors.get', {});
    const color = (answer[palette] as Json)[colorId as string] as object | undefined;
    return color ? { ...color, colorId: colorId as string } : null;
  };

/** The free/busy value of one id, with the window that it is for. */
async function freeBusyOf(id: string, window: Json, caller: DirectCaller): Promise<Json> {
  const { from, to, timeZone, groupExpansionMax = 100 } = window;
  const answer = await caller.query('calendar:freebusy.query', {
    timeMin: from,
    timeMax: to,
    ...(timeZone != null && { timeZone }),
    groupExpansionMax,
    calendarExpansionMax: 50,
    items: [{ id }],
  });
  const value = (answer['groups']?.[id] ?? answer['calendars'][id]) as Json;
  return attachKey({ ...value, window }, { typeName: 'Calendar', key: [id] });
}

async function busyTimesOf(id: string, window: Json, caller: DirectCaller): Promise<unknown> {
  const { errors, calendars, busy } = await freeBusyOf(id, window, caller);
  return errors || calendars ? null : busy;
}

/** Rules by coordinate, `Type.field`. */
export const fieldRules: Readonly<Record<string, FieldRule>> = {
  'Activity.target': ({ contentDetails }, _, caller, info) =>
    target(activityPointer(contentDetails), caller, info),
  'Broadcast.event': async (broadcast, args, caller) => {
    const calendarId = await calendarIdOf(args['calendarId'] as string, caller);
    const privateExtendedProperty = `videoId=${ownId(broadcast)}`;
    const query = { calendarId, privateExtendedProperty };
    const answer = await caller.get('calendar:events.list', query);
    return firstItem(answer, 'Event', ({ id }) => [calendarId, id]);
  },
  'Calendar.busy': (calendar, args, caller) => busyTimesOf(ownId(calendar), args, caller),
  'Calendar.calendarListEntry': (calendar, _, caller) =>
    readWithKey({ typeName: 'CalendarListEntry', key: keyOf(calendar) }, caller),
  'CalendarListEntry.color': colorOf('calendar'),
  // The channel is the key of this read: NOT_FOUND means that there is no subscription.
  'Channel.viewerSubscription': async (channel, _, caller) => {
    const query = { mine: true, forChannelId: ownId(channel) };
    const answer = await caller.find('video:subscriptions.list', query);
    return answer && firstItem(answer, 'ChannelSubscription');
  },
  'Comment.text': async (comment, { format }, caller) => {
    if (format !== 'html') return comment.snippet?.textDisplay;
    const ref = { typeName: 'Comment', key: keyOf(comment), args: { textFormat: 'html' } };
    const found = (await readEntity(ref, caller)) as Json | null;
    return found?.['snippet'].textDisplay;
  },
  'Event.color': colorOf('event'),
  'Event.eventLabel': async (event, _, caller) => {
    const { eventLabelId } = event as Json;
    if (!eventLabelId) return null;
    const ref = { typeName: 'Calendar', key: [ownId(event)] };
    const calendar = (await readEntity(ref, caller)) as Json | null;
    const labels = (calendar?.['labelProperties']?.eventLabels ?? []) as Json[];
    return labels.find(({ id }) => id === eventLabelId) ?? null;
  },
  'File.labelInfo': async (file, { labelIds }, caller) => {
    const fileId = ownId(file);
    const choice = choiceOf('File.labelInfo', { labelIds });
    const query = { ...allDrives, fileId, ...choice };
    const answer = isMade(file, choice)
      ? (file as Json)
      : await caller.find('storage:files.get', query);
    if (!answer) return null;
    const labels = (answer['labelInfo']?.labels ?? []) as Json[];
    const refOf = ({ id }: Json) => ({ typeName: 'FileLabel', key: [fileId, id as string] });
    return labels.map((label) => attachKey(label, refOf(label)));
  },
  'File.path': async ({ parents }, { maxDepth }, caller) => {
    const path: Json[] = [];
    for (let [id] = (parents ?? []) as string[]; id && path.length < maxDepth; ) {
      const folder = (await readWithKey({ typeName: 'File', key: [id] }, caller)) as Json | null;
      if (!folder) break;
      path.unshift(folder);
      [id] = (folder['parents'] ?? []) as string[];
    }
    return path;
  },
  'FreeBusy.members': ({ calendars, window }, { first }, caller) =>
    (calendars as string[] | undefined)
      ?.slice(0, first as number)
      .map((id) => freeBusyOf(id, window as Json, caller)),
  'Person.busy': ({ email }, args, caller) => busyTimesOf(email as string, args, caller),
  'Query.calendar': async (_, { id }, caller, info) => {
    const key = [await calendarIdOf(id as string, caller)];
    return requireEntity({ typeName: 'Calendar', key }, info, caller);
  },
  'Query.calendarColors': (_, _args, caller, info) =>
    requireEntity({ typeName: 'CalendarColors', key: [] }, info, caller),
  'Query.channel': (_, { by }, caller, info) => {
    if (by.id == null) return channelByHandle(by.handle as string, caller);
    const ref = { typeName: 'Channel', key: [restId(by.id as string)] };
    return requireEntity(ref, info, caller);
  },
  'Query.channels': (_, { ids: all }, caller, info) =>
    (all as string[]).map((id) =>
      lookUpEntity({ typeName: 'Channel', key: [restId(id)] }, info, caller),
    ),
  'Query.event': (_, { by }, caller, info) => {
    const key = [by.key?.calendarId as string, by.key?.eventId as string];
    const ref = by.id ? refOfGlobalId(by.id as string) : { typeName: 'Event', key };
    return requireEntity(ref, info, caller);
  },
  'Query.file': async (_, { id }, caller, info) => {
    const key = [await fileId(id as string, caller)];
    return requireEntity({ typeName: 'File', key }, info, caller);
  },
  'Query.freeBusy': (_, { ids: all, ...window }, caller) =>
    (all as string[]).map(async (id) => freeBusyOf(await calendarIdOf(id, caller), window, caller)),
  'Query.node': (_, { id }, caller, info) =>
    requireEntity(refOfGlobalId(id as string), info, caller),
  'Query.nodes': (_, { ids: all }, caller, info) =>
    (all as string[]).map((id) => lookUpEntity(refOfGlobalId(id), info, caller)),
  'Query.resource': (_, { url }, caller, info) => {
    const [, marker = '', id = ''] = addressPattern.exec(url as string)!;
    if (marker === '@') return channelByHandle(`@${id}`, caller);
    return requireEntity({ typeName: typeByAddress[marker]!, key: [id] }, info, caller);
  },
  // No upload has begun in these tests.
  'Query.uploadSession': () => {
    throw new RestError(404);
  },
  'Query.videos': (_, { ids: all }, caller, info) =>
    (all as string[]).map((id) =>
      lookUpEntity({ typeName: 'Video', key: [restId(id)] }, info, caller),
    ),
  'SearchResult.target': ({ id }, _, caller, info) => target(id, caller, info),
  'Video.commentsDisabled': async (video, _, caller) => {
    const query = { part: 'id', videoId: ownId(video), maxResults: 1 };
    try {
      await caller.get('video:commentThreads.list', query);
      return false;
    } catch (error) {
      if (error instanceof RestError && error.reason === 'commentsDisabled') return true;
      throw error;
    }
  },
  'Video.category': ({ snippet }, { language: hl }, caller, info) => {
    const ref = { typeName: 'VideoCategory', key: [snippet.categoryId as string], args: { hl } };
    return resolveEntity(ref, info, caller);
  },
  'Video.sourceFile': async (video, _, caller) => {
    const named = `appProperties has { key='videoId' and value='${ownId(video)}' }`;
    const { files = [] } = await caller.get('storage:files.list', {
      ...allDrives,
      includeItemsFromAllDrives: true,
      corpora: 'allDrives',
      q: `${named} and trashed = false`,
      orderBy: 'createdTime',
    });
    const [file] = files as Json[];
    return file ? attachKey(file, { typeName: 'File', key: [file['id'] as string] }) : null;
  },
  'Viewer.calendarSetting': (_, { id }, caller, info) =>
    requireEntity({ typeName: 'CalendarSetting', key: [restId(id as string)] }, info, caller),
  'Viewer.channel': firstOf('video:channels.list', 'Channel', () => ({ mine: true })),
};

const ofStore = 'Of the store of the gateway: publication-state.test.ts compares it.';

/** Fields that random queries leave out, each with the reason. */
export const notCompared: Readonly<Record<string, string>> = {
  'Calendar.accessRuleChanges': 'A feed, no list: change.test.ts of Calendar reads it.',
  'Calendar.eventChanges': 'A feed, no list: change.test.ts of Calendar reads it.',
  'Caption.content': 'A new address for every request: there is nothing to compare it with.',
  'Caption.text': 'The answer is text, no JSON: caption-content.test.ts compares it.',
  'File.content': 'A new address for every request: there is nothing to compare it with.',
  'File.export': 'A new address for every request: there is nothing to compare it with.',
  'File.publicationProgress': ofStore,
  'File.text': 'The answer is bytes, no JSON: text.test.ts of Drive compares their text.',
  'FileRevision.content': 'A new address for every request: there is nothing to compare it with.',
  'LiveChat.messages': 'A feed, no list: chat.test.ts reads it.',
  'PublicationProgress.file': ofStore,
  'PublicationProgress.video': ofStore,
  'Query.findFreeSlots': 'Computed by the gateway: free-slot.test.ts searches minute by minute.',
  'Query.generateFileIds': 'Other ids for every request: generated-id.test.ts reads them.',
  'Query.person': 'No call reads a person: person.test.ts looks persons up.',
  'Query.quota': 'Answered by the gateway without a REST call.',
  'Query.longRunningOperation': 'No download is prepared in these tests.',
  'UploadSession.result': 'No upload has begun in these tests.',
  'Viewer.calendarListChanges': 'A feed, no list: change.test.ts of Calendar reads it.',
  'Viewer.calendarSettingChanges': 'A feed, no list: change.test.ts of Calendar reads it.',
  'Viewer.fileChanges': 'A feed, no list: change.test.ts of Drive reads it.',
  'Viewer.memberUpdates': 'A feed, no list: member.test.ts reads it.',
  'Viewer.services': 'Shows what earlier calls have proven: viewer-service.test.ts reads it.',
  'ViewerService.access': 'Says what a call proves: viewer-service.test.ts reads it.',
};
