/** The limits of custom properties (Drive API guide "Add custom file properties"). */
import { ApiError } from '../../http/api-error.ts';
import type { FileFields } from '../state.ts';

/** Of a key together with its value, in UTF-8. */
const maxBytes = 124;

/** Of `properties`, and of the `appProperties` of one app. */
const maxCount = 30;

/** @throws ApiError 403 if a property is too long, or if there are too many */
export function checkProperties({ properties = {}, appProperties = {} }: FileFields): void {
  const isTooLong = ([key, value]: readonly [string, string]): boolean =>
    Buffer.byteLength(key) + Buffer.byteLength(value) > maxBytes;
  if ([...Object.entries(properties), ...Object.entries(appProperties)].some(isTooLong))
    throw new ApiError(403, 'propertyLengthLimitExceeded', {
      message:
        'Properties and app properties are limited to 124 bytes in UTF-8 encoding, counting both ' +
        'the key and the value.',
    });
  if ([properties, appProperties].some((map) => Object.keys(map).length > maxCount))
    throw new ApiError(403, 'propertyCountLimitExceeded', {
      message: `A file has at most ${maxCount} properties and ${maxCount} app properties.`,
    });
}
