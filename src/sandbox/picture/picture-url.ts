/**
 * URLs of pictures. The data have a host that does not exist, so that they and their entity tags
 * do not depend on the port; requests and responses have the address of the sandbox.
 */

const storedHost = 'https://pictures.example/';

/** The path of pictures on the sandbox. */
export const picturePath = '/_sandbox/pictures/';

/**
 * @param path kind and id of what the picture shows, then anything
 * @param width in pixels
 * @param height Default: the width
 */
export const pictureUrl = (path: string, width: number, height = width): string =>
  `${storedHost}${width}x${height}/${path}`;

/** @param url of the sandbox @returns the text of a response as clients get it */
export const toReachable = (text: string, url: string): string =>
  text.replaceAll(storedHost, url + picturePath);

/** @param url of the sandbox @returns the body of a request as the data have it */
export const toStored = (text: string, url: string): string =>
  text.replaceAll(url + picturePath, storedHost);
