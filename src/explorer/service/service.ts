/** The four services, as the page names them. Their colors are in `style.css`. */
import type { Service } from '../../../schema/extensions.js';

/** The names of a service. */
interface ServiceNames {
  readonly name: string;
  /** Beside its color, for those who do not see it. */
  readonly short: string;
}

export const services: Readonly<Record<Service, ServiceNames>> = {
  video: { name: 'YouTube', short: 'YT' },
  live: { name: 'YouTube Live', short: 'LV' },
  storage: { name: 'Drive', short: 'DR' },
  calendar: { name: 'Calendar', short: 'CA' },
};

/** @returns the service of a REST operation, `video:videos.list`; undefined for any other text */
export function serviceOf(operation: string): Service | undefined {
  const [name = ''] = operation.split(':');
  return Object.hasOwn(services, name) ? (name as Service) : undefined;
}
