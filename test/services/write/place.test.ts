/**
 * The place to which each argument is written. The other tests of this folder take it from the
 * declaration; here the name of the argument decides, or the table below. What the field of its
 * name shows is compared in `update/field.law.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { declared, rowsOf } from './case/case.ts';

/** Why an argument has another name than the last step of its path, with the arguments. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  'The names of ids end in `Id`.': [
    'addParentIds addParents',
    'calendarId id',
    'channelIds contentDetails.channels',
    'destinationCalendarId destination',
    'newEventId id',
    'newFileId id',
    'newWatchChannelId id',
    'parentId parents',
    'playlistIds contentDetails.playlists',
    'removeParentIds removeParents',
    'shortcutTargetId shortcutDetails.targetId',
    'unsubscribedTrailerId brandingSettings.channel.unsubscribedTrailer',
  ],
  'The names of instants end in `At`.': [
    'createdAt createdTime',
    'dueAt dueTime',
    'expiresAt expiration',
    'expiresAt expirationTime',
    'insertAt settings.walltime',
    'insertAt walltimeMs',
    'modifiedAt modifiedTime',
    'recordedAt recordingDetails.recordingDate',
    'scheduledEndAt snippet.scheduledEndTime',
    'scheduledStartAt snippet.scheduledStartTime',
    'viewedByMeAt viewedByMeTime',
  ],
  'The value of a duration has the unit.': [
    'broadcastStreamDelay contentDetails.monitorStream.broadcastStreamDelayMs',
    'duration durationSecs',
    'duration settings.durationSecs',
    'duration snippet.banDurationSeconds',
    'offset insertionOffsetTimeMs',
    'offset settings.offsetTimeMs',
    'ttl params',
  ],
  'The path says to which object the last step belongs.': [
    'downloadRestriction downloadRestrictions.itemDownloadRestriction',
    'poll snippet.pollDetails',
    'privateProperties extendedProperties.private',
    'quotedMimeType quotedFileContent.mimeType',
    'quotedText quotedFileContent.value',
    'sharedProperties extendedProperties.shared',
    'text snippet.textMessageDetails.messageText',
    'text snippet.textOriginal',
    'text snippet.topLevelComment.snippet.textOriginal',
  ],
  'The mutation says the rest of the name.': [
    'email emailAddress',
    'labels labelModifications',
    'notify sendNotification',
    'notify notifySubscribers',
    'notify sendNotifications',
    'notify sendUpdates',
    'roles role',
    'status broadcastStatus',
    'status moderationStatus',
    'types eventTypes',
  ],
  'The language itself is an object: here is its tag.': [
    'languageTag language',
    'languageTag snippet.language',
  ],
  'The value is an email address.': [
    'addReviewerEmails addReviewers',
    'newDataOwnerEmail newDataOwner',
  ],
  'The value is an input of the graph.': [
    'asDomainAdmin useDomainAdminAccess',
    'backgroundImage backgroundImageFile',
    'conference conferenceData',
    'myDriveOnly restrictToMyDrive',
  ],
  'The REST name is in capitals.': ['iCalUid iCalUID'],
};

/** Every row that writes a body path or a parameter. */
const pairs = declared.flatMap(({ write }) => {
  const { group, entries } = write.spec;
  const nested = [group, entries].flatMap((each) => Object.entries(each?.input.rows ?? {}));
  const own = rowsOf(write)
    .filter(({ kind }) => kind !== 'setting')
    .map(({ name, row }) => ({ name, path: row[1] }));
  return [...own, ...nested.map(([name, [, path]]) => ({ name, path }))];
});

describe('an argument', () => {
  it('has the name of the last step of its path, or a reason for another one', () => {
    const others = pairs
      .filter(({ name, path }) => path.split('.').at(-1) !== name)
      .map(({ name, path }) => `${name} ${path}`);
    expect([...new Set(others)].toSorted()).toEqual(Object.values(renamed).flat().toSorted());
  });
});
