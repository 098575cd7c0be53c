/** OAuth scopes that several operations share. */
export const read = ['youtube', 'youtube.force-ssl', 'youtube.readonly'];
export const write = ['youtube', 'youtube.force-ssl'];
