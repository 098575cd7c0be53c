/** OAuth scopes that several operations share. The partner scope is for content owners. */
export const read = ['youtube', 'youtube.force-ssl', 'youtube.readonly'];
export const partnerRead = ['youtube', 'youtube.force-ssl', 'youtube.readonly', 'youtubepartner'];
export const partnerWrite = ['youtube', 'youtube.force-ssl', 'youtubepartner'];
export const upload = ['youtube', 'youtube.force-ssl', 'youtube.upload', 'youtubepartner'];
