/** The services as the schema names them. */
import { byService } from '../../api/api.ts';
import type { Service } from '../../api/register.ts';
import { schemaApi } from '../builder.ts';
import { laterEnumeration } from '../field/enumeration.ts';

const declared = laterEnumeration<Service>('ServiceName');

export const ServiceName = declared.ref;

/** Adds the enum to the schema. */
export function addServiceName(): void {
  const api = schemaApi();
  declared.add(
    'A REST API behind the gateway. Errors and directives have the names in lower case.',
    byService(api, (service) => api.services[service].description),
  );
}
