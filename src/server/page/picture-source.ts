/** Where the services serve pictures from, which the explorer may show. */

/**
 * Hosts of pictures in answers of the services. Google lists them nowhere: each is of a recorded
 * answer in public code, read on 30 November 2026.
 */
const hosts = [
  // `thumbnails` of videos and playlists, and of videos that are not public.
  'i.ytimg.com',
  'i9.ytimg.com',
  // `thumbnails` of channels, `authorProfileImageUrl` of comments, `bannerExternalUrl`.
  'yt3.ggpht.com',
  'yt3.googleusercontent.com',
  // `photoLink` of users, `thumbnailLink` of files, `iconUri` of Google Meet, older banners.
  'lh3.googleusercontent.com',
  'lh4.googleusercontent.com',
  'lh5.googleusercontent.com',
  'lh6.googleusercontent.com',
  // `iconLink` of files.
  'drive-thirdparty.googleusercontent.com',
  // `iconLink` of attachments, `backgroundImageLink` of shared drives.
  'ssl.gstatic.com',
  // `iconUri` of Google Meet since 2020.
  'fonts.gstatic.com',
];

/** The services themselves serve no pictures at these addresses. */
const apis = /\.googleapis\.com$/;

/**
 * @param services base URLs: what stands in for the services, as the sandbox does, serves the
 *   pictures, too
 * @returns URLs that the URLs of pictures begin with, for a content security policy
 */
export function pictureSources(services: readonly string[]): readonly string[] {
  const standIns = services.map((url) => new URL(url)).filter(({ host }) => !apis.test(host));
  const origins = [...hosts.map((host) => `https://${host}`), ...standIns.map((url) => url.origin)];
  return [...new Set(origins)].map((origin) => `${origin}/`);
}
