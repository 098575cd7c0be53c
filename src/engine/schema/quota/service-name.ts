/** The services as the schema names them. */
import { byService } from '../../api/api.ts';
import type { Service } from '../../api/register.ts';
import { currentApi } from '../builder.ts';
import { laterEnumeration } from '../field/enumeration.ts';

const declared = laterEnumeration<Service>('ServiceName');

export const ServiceName = declared.type;

/** Adds the enum to the schema. */
export function addServiceName(): void {
  const api = currentApi();
  declared.add(
    'A REST API behind the gateway. Directives, and `extensions.service` of errors, have the names in lower case.',
    byService(api, (service) => api.services[service].description),
  );
}
