/** OAuth scopes that several operations share. A token needs any one of a list. */
export const fileRead = [
  'drive',
  'drive.appdata',
  'drive.file',
  'drive.meet.readonly',
  'drive.metadata',
  'drive.metadata.readonly',
  'drive.photos.readonly',
  'drive.readonly',
];

export const fileWrite = ['drive', 'drive.appdata', 'drive.file'];
export const contentRead = ['drive', 'drive.file', 'drive.meet.readonly', 'drive.readonly'];

export const shareRead = [
  'drive',
  'drive.file',
  'drive.meet.readonly',
  'drive.metadata',
  'drive.metadata.readonly',
  'drive.photos.readonly',
  'drive.readonly',
];

export const shareWrite = ['drive', 'drive.file'];

export const proposalRead = [
  'drive',
  'drive.file',
  'drive.metadata',
  'drive.metadata.readonly',
  'drive.readonly',
];
