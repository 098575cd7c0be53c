/** A part of the types of the package, which imports nothing. */

/** The name of a kind of entities. */
export type EntityName =
  | 'channels'
  | 'videos'
  | 'playlists'
  | 'playlistItems'
  | 'captions'
  | 'channelSections'
  | 'subscriptions'
  | 'commentThreads'
  | 'comments'
  | 'liveBroadcasts'
  | 'liveStreams'
  | 'drives'
  | 'files'
  | 'permissions'
  | 'calendars'
  | 'calendarList'
  | 'acl'
  | 'events';
