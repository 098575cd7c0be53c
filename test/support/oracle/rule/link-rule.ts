/**
 * Links whose target follows neither from one path nor from the parent's keys: for each the key of
 * the target, computed from the whole parent. All other links need no rule: `derived-rule.ts`.
 */
import type { Json } from '../direct-call.ts';

/** @returns the key of the target, or null if there is none */
type LinkRule = (parent: Json, parentKey: readonly string[]) => readonly string[] | null;

const ownKey: LinkRule = (_, key) => [key.at(-1)!];
const singleKey = (id: string | undefined): readonly string[] | null => (id ? [id] : null);

const videoOfEvent: LinkRule = ({ extendedProperties, source }) =>
  singleKey(
    (extendedProperties?.private?.videoId as string | undefined) ??
      /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/.exec(
        (source?.url as string) ?? '',
      )?.[1],
  );

/** The id of the file that is attached to an event. */
export const attachedFileOf = ({ fileId, fileUrl }: Json): string | undefined =>
  (fileId as string | undefined) ?? /\/d\/([\w-]{10,})/.exec((fileUrl as string) ?? '')?.[1];

/** Rules by coordinate, `Type.field`. */
export const linkRules: Readonly<Record<string, LinkRule>> = {
  'Broadcast.video': ownKey,
  'ChannelSubscription.subscriber': ({ snippet, subscriberSnippet }) =>
    singleKey(snippet?.channelId ?? subscriberSnippet?.channelId),
  'Comment.thread': ({ snippet }, key) => [snippet?.parentId ?? key[0]],
  'Event.broadcast': videoOfEvent,
  'Event.video': videoOfEvent,
  'EventAttachment.file': (attachment) => singleKey(attachedFileOf(attachment)),
  'File.video': ({ appProperties }) => singleKey(appProperties?.videoId),
  // The link also reads the resource key of the target.
  'File.shortcutTarget': ({ shortcutDetails }) => singleKey(shortcutDetails?.targetId),
  // A group is no calendar.
  'FreeBusy.calendar': ({ calendars, errors }, key) =>
    calendars || errors?.[0].reason === 'groupTooBig' ? null : key,
  // The primary calendar of a person has the address as its id.
  'Person.primaryCalendar': ownKey,
  'SharedDrive.rootFolder': ownKey,
  // The account has no key: the caller is known by the token.
  'Viewer.drive': () => [],
  'Video.broadcast': ({ liveStreamingDetails }, key) => (liveStreamingDetails ? key : null),
};
