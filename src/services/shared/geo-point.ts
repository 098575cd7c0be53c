/** Places: of recordings on YouTube, and of photos in Google Drive. */
import { valueType } from '../../engine/schema/field/path-field.ts';

/** Each of Google's clients has a type of its own with these fields. */
interface Point {
  latitude?: number;
  longitude?: number;
  altitude?: number;
}

export const GeoPoint = valueType<Point>('GeoPoint').rows('Geographic coordinates.', {
  latitude: 'The latitude. Degrees, negative in the south.',
  longitude: 'The longitude. Degrees, negative in the west.',
  altitude:
    'The altitude. Meters: above the reference ellipsoid for a video, above sea level for a photo.',
});
